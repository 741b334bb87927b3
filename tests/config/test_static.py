"""Static files as production serves them."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.thorough import in_ci_only


@pytest.fixture
def collected(tmp_path: Path) -> Path:
    """All static files under names with their hash; it fails on a reference to a file that does not exist."""
    storages = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


@in_ci_only
def test_every_static_file_has_a_name_with_its_hash(collected: Path) -> None:
    assert list(collected.glob("icon.*.svg"))
    assert list(collected.glob("css/look.*.css.gz"))
    assert (collected / "staticfiles.json").exists()
