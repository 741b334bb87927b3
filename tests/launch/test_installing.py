"""Packages come from where pip would take them, by uv or by pip, and nothing but what is pinned comes in."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from launch import installing
from launch.installing import environment_for_uv, settings_in
from launch.places import ROOT
from tests.thorough import in_ci_only

INSTALL = """
import sys
from pathlib import Path
from launch import installing, places
from launch.progress import Trouble
installing.make_venv()
if len(sys.argv) > 1:
    installing.UV.parent.mkdir(parents=True)
    installing.UV.symlink_to(sys.argv[1])
    installing.stamp_of(places.ROOT / installing.UV_PIN).save()
try:
    installing.install([places.ROOT / "requirements.txt"])
except Trouble as trouble:
    sys.exit(str(trouble))
"""
by_uv = pytest.mark.skipif(not installing.UV.exists(), reason="This .venv was made by pip, without uv.")


def an_index(folder: Path) -> str:
    """A registry of packages with one package in it: its address."""
    shelf = folder / "simple" / "guandan-sample"
    shelf.mkdir(parents=True)
    wheel = shelf / "guandan_sample-1.0-py3-none-any.whl"
    info = "guandan_sample-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("guandan_sample.py", "HERE = True\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: guandan-sample\nVersion: 1.0\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", f"guandan_sample.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    (shelf / "index.html").write_text(f'<a href="{wheel.name}">{wheel.name}</a>')
    return (folder / "simple").as_uri()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A clone with a launcher and one pinned package; uv is pinned to a release that no registry has."""
    shutil.copytree(ROOT / "launch", tmp_path / "launch", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "requirements-uv.txt").write_text(f"uv==0.0.0 --hash=sha256:{'0' * 64}\n")
    return tmp_path


def pin(project: Path, *, good: bool = True) -> None:
    (wheel,) = project.glob("simple/*/*.whl")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest() if good else "0" * 64
    (project / "requirements.txt").write_text(f"guandan-sample==1.0 --hash=sha256:{digest}\n")


def install(project: Path, index: str, *uv: Path) -> subprocess.CompletedProcess[str]:
    bare = {"PATH": os.environ["PATH"], "HOME": str(project), "PIP_INDEX_URL": index, "PIP_CONFIG_FILE": os.devnull}
    return subprocess.run(
        [sys.executable, "-c", INSTALL, *uv], cwd=project, env=bare, capture_output=True, text=True, check=False
    )


def installed(project: Path) -> set[str]:
    """What stands in the packages of .venv, without what describes it."""
    paths = (project / ".venv" / "lib").glob("python3*/site-packages/*")
    return {path.name for path in paths if path.suffix != ".dist-info"} - {"pip", "setuptools", "_distutils_hack"}


@in_ci_only
@pytest.mark.parametrize(
    "uv", [pytest.param([installing.UV.resolve()], marks=by_uv, id="uv"), pytest.param([], id="pip")]
)
def test_packages_come_from_the_registry_of_pip_by_uv_or_where_none_can_be_had_by_pip(project: Path, uv) -> None:
    index = an_index(project)
    pin(project)
    process = install(project, index, *uv)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "guandan_sample.py" in installed(project)
    assert process.stdout.count("pip goes on, which takes longer.\n") == (0 if uv else 1)
    if uv:  # it compiles nothing
        assert not list((project / ".venv" / "lib").rglob("guandan_sample*.pyc"))


@in_ci_only
@by_uv
def test_package_with_another_hash_is_installed_neither_by_uv_nor_by_pip(project: Path) -> None:
    index = an_index(project)
    pin(project, good=False)
    process = install(project, index, installing.UV.resolve())
    assert process.returncode == 1
    assert "pip goes on" in process.stdout
    assert "could not be installed" in process.stderr
    assert "guandan_sample.py" not in installed(project)


def test_settings_of_pip_are_merged_as_pip_does() -> None:
    listing = [
        "global.index-url='https://global.example/simple'",
        "global.extra-index-url='\\nhttps://one.example/simple\\nhttps://two.example/simple'",
        ":env:.trusted-host='mirror.example'",
        "install.index-url='https://install.example/simple'",
        "download.index-url='https://download.example/simple'",
        "global.find-links=''",
        ":env:.index-url='https://person:secret@mirror.example/simple?a=b'",
    ]
    assert settings_in(listing) == {
        "index-url": "https://person:secret@mirror.example/simple?a=b",
        "extra-index-url": "https://one.example/simple\nhttps://two.example/simple",
        "trusted-host": "mirror.example",
    }


def test_uv_is_told_what_pip_is_set_up_with_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://elsewhere.example/simple")
    settings = {
        "extra-index-url": "https://one.example/simple\nhttps://two.example/simple",
        "find-links": "/wheels https://wheels.example",
        "trusted-host": "mirror.example other.example",
        "cert": str(tmp_path),
        "proxy": "http://proxy.example:3128",
        "no-cache-dir": "1",
    }
    variables = environment_for_uv(settings)
    changed = {name: value for name, value in variables.items() if os.environ.get(name) != value}
    assert changed == {
        "UV_EXTRA_INDEX_URL": "https://one.example/simple https://two.example/simple",
        "UV_FIND_LINKS": "/wheels,https://wheels.example",
        "UV_INSECURE_HOST": "mirror.example other.example",
        "SSL_CERT_DIR": str(tmp_path),
        "ALL_PROXY": "http://proxy.example:3128",
        "UV_NO_CACHE": "1",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_NO_CONFIG": "1",
        "UV_PYTHON_DOWNLOADS": "never",
    }
    assert "UV_DEFAULT_INDEX" not in variables
