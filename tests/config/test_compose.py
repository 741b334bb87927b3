"""The compose files, where an engine does not tell: `deploy/try` starts them and looks into every container."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.environment import KNOWN
from launch.commands import UNITS
from tests.architecture.source import ROOT

FILE = ROOT / "docker-compose.yml"
GROUP = ROOT / "deploy" / "compose.group.yml"
IDENTITY = ROOT / "deploy" / "compose.identity.yml"
COMPOSE: dict[str, Any] = yaml.safe_load(FILE.read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
FURTHER: dict[str, dict[str, Any]] = yaml.safe_load(GROUP.read_text("utf-8"))["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "guandan/site"}
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
LAUNCH = ["python", "-m", "launch", "unit"]


def test_files_keep_the_compose_schema() -> None:
    program = Path(sys.executable).parent / "check-jsonschema"
    argv = [program, "--builtin-schema", "vendor.compose-spec", str(FILE), str(GROUP), str(IDENTITY)]
    process = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def test_images_of_others_are_pinned_by_version_and_digest() -> None:
    images = {service["image"] for service in (*SERVICES.values(), *FURTHER.values())} - {"guandan/site"}
    images |= set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))
    assert len(images) == 4
    for image in images:
        assert re.fullmatch(r"[a-z/-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}", image), image


def test_services_are_started_by_the_commands_of_make_run() -> None:
    units = re.findall(r"python -m launch unit (\w+)", DOCKERFILE)
    started = [service["command"] for name, service in OURS.items() if name != "files"]
    assert all(command[:-1] == LAUNCH for command in started)
    assert {*units, *(command[-1] for command in started)} <= set(UNITS)


def test_one_service_makes_the_image_and_no_registry_is_asked_for_it() -> None:
    assert [name for name, service in SERVICES.items() if "build" in service] == ["files"]
    assert {service["pull_policy"] for service in OURS.values()} == {"never"}


def test_door_depends_on_nothing_that_is_made_anew_with_an_upgrade() -> None:
    """`deploy/try` measures it where the door's own description stays; this holds for every change of it."""
    assert SERVICES["door"].keys().isdisjoint({"depends_on", "build"})
    assert "${" not in str(SERVICES["door"])


def test_settings_of_services_exist_and_those_that_the_operations_name_reach_a_container() -> None:
    reached = {name for service in OURS.values() for name in service["environment"]}
    assert reached <= KNOWN
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    section = text.partition("## For an organisation")[2].partition("\n## ")[0]
    named = set(re.findall(r"GUANDAN_[A-Z_]+", section))
    named -= {"GUANDAN_SECRET_KEY_BEFORE"}  # which is said to one command
    assert "GUANDAN_METRICS_TOKEN" in named
    assert named <= reached


def test_secret_is_where_it_is_used_and_nowhere_else() -> None:
    def holders(secret: str) -> set[str]:
        return {name for name, service in SERVICES.items() if secret in service.get("secrets", [])}

    assert holders("email_password") == {"worker"}
    assert holders("database_url") == {"migrate"}  # who owns the tables; the others read and write rows
    assert holders("database_password") == {"database"}
    assert holders("certificate_key") == {"door"}
    assert {secret for secret in COMPOSE["secrets"] if not holders(secret)} == set()


def test_secret_comes_as_a_file() -> None:
    settings = [item for service in SERVICES.values() for item in service.get("environment", {}).items()]
    secret = [(key, value) for key, value in settings if re.search("KEY|PASSWORD|_URL", key)]
    plain = {value for key, value in secret if not key.endswith("_FILE")} - {""}
    open_ones = (".invalid", "${GUANDAN_SITE_URL", "${GUANDAN_EMAIL_URL")
    assert all(any(known in value for known in open_ones) for value in plain)


@pytest.mark.parametrize("name", ["web", "live"])
def test_group_on_a_further_machine_runs_the_same_as_safely(name: str) -> None:
    here, there = SERVICES[name], FURTHER[name]
    for key in ("image", "command", "user", "cap_drop", "security_opt", "read_only", "logging", "healthcheck"):
        assert there[key] == here[key], key
    assert there["secrets"] == here["secrets"]
    assert there["environment"].items() <= here["environment"].items()
    assert all(port.startswith("${GUANDAN_INNER") for port in there["ports"])


def test_one_service_of_the_web_reaches_the_identity_provider_and_only_where_people_sign_in_by_it() -> None:
    """The file beside adds a way out and a secret to what the service has, and takes nothing away."""
    (name, added), *others = yaml.safe_load(IDENTITY.read_text("utf-8"))["services"].items()
    assert (name, others) == ("sign-in", [])
    for key, more in (("networks", "outside"), ("secrets", "identity_secret")):
        assert added[key] == [*SERVICES[name][key], more]
    assert set(added["environment"]) <= KNOWN
    assert {name for name, service in SERVICES.items() if "outside" in service["networks"]} == {"door", "worker"}
