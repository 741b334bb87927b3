"""The secrets of a deployment."""

from pathlib import Path

from launch.deployment import make_secrets


def test_secrets_are_made_once_in_a_closed_folder_and_never_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    assert len(make_secrets(folder)) == 3
    first = {path.name: path.read_text() for path in folder.iterdir()}
    (folder / "email_password").write_text("secret")
    missing = [line.partition(":")[0].rpartition("/")[2] for line in make_secrets(folder)]
    assert missing == ["certificate", "certificate_key"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == {**first, "email_password": "secret"}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(first["secret_key"]) >= 50
    assert first["database_url"] == f"postgres://guandan:{first['database_password']}@database:5432/guandan"
    assert first["site_database_url"] == f"postgres://guandan_site:{first['site_password']}@database:5432/guandan"
    assert first["redis_url"] == f"redis://:{first['broker_password']}@broker:6379/0"
