"""The compose file, without an engine: its schema, and that it starts what `make run` starts, safely."""

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
COMPOSE: dict[str, Any] = yaml.safe_load(FILE.read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "guandan/site"}
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
DOOR = ROOT / "deploy" / "nginx.conf"
NGINX = "\n".join(path.read_text("utf-8") for path in (DOOR, *DOOR.with_suffix("").iterdir()))
LAUNCH = ["python", "-m", "launch", "unit"]


def test_files_keep_the_compose_schema() -> None:
    program = Path(sys.executable).parent / "check-jsonschema"
    argv = [program, "--builtin-schema", "vendor.compose-spec", str(FILE), str(GROUP)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_process_of_make_run_has_its_service() -> None:
    assert set(OURS) == {"web", "sign-in", "live", "press", "worker", "migrate"}


@pytest.mark.parametrize("name", OURS)
def test_service_is_started_by_the_shared_command(name: str) -> None:
    unit = "web" if name == "sign-in" else name
    assert OURS[name]["command"] == [*LAUNCH, unit]
    assert unit in UNITS


def test_images_are_made_with_the_shared_commands() -> None:
    units = re.findall(r"python -m launch unit (\w+)", DOCKERFILE)
    assert units == ["catalogues", "static", "door_pages"]
    assert set(units) <= set(UNITS)
    assert 'CMD ["python", "-m", "launch", "unit", "web"]' in DOCKERFILE
    for path in (DOOR, DOOR.with_suffix("")):
        assert f"COPY deploy/{path.name} /etc/nginx/{path.name}\n" in DOCKERFILE
    assert OURS["web"]["healthcheck"]["test"] == ["CMD", *LAUNCH, "health"]


def test_images_of_others_are_pinned_by_version_and_digest() -> None:
    replica: dict[str, Any] = yaml.safe_load(GROUP.read_text("utf-8"))
    files = (SERVICES, replica["services"])
    images = {service["image"] for file in files for service in file.values() if "image" in service}
    images = {image for image in images if not image.startswith("guandan/")}
    images |= set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE))
    assert len(images) == 4
    for image in images:
        assert re.fullmatch(r"[a-z/-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}", image), image


@pytest.mark.parametrize("name", SERVICES)
def test_service_is_not_root_and_cannot_become_it(name: str) -> None:
    service = SERVICES[name]
    assert service["user"] not in ("root", "0", "0:0")
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_service_has_a_health_check(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("name", SERVICES)
def test_service_is_held_within_limits(name: str) -> None:
    service = SERVICES[name]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    assert service["read_only"] is True


@pytest.mark.parametrize("name", ["press", "worker", "sign-in"])
def test_what_nobody_waits_for_gives_way_to_what_a_referee_waits_for(name: str) -> None:
    assert SERVICES[name]["cpu_shares"] < SERVICES["web"].get("cpu_shares", 1024)


@pytest.mark.parametrize("name", SERVICES)
def test_service_waits_for_a_state_that_comes(name: str) -> None:
    for other, wish in SERVICES[name].get("depends_on", {}).items():
        healthy = wish["condition"] == "service_healthy" and "healthcheck" in SERVICES[other]
        assert healthy or (wish["condition"] == "service_completed_successfully" and SERVICES[other]["restart"] == "no")


@pytest.mark.parametrize("name", SERVICES)
def test_secret_comes_as_a_file(name: str) -> None:
    service = SERVICES[name]
    environment = service.get("environment", {})
    files = {value for value in environment.values() if str(value).startswith("/run/secrets/")}
    assert files <= {f"/run/secrets/{secret}" for secret in service.get("secrets", [])}
    told = {key: value for key, value in environment.items() if re.search("KEY|PASSWORD|_URL", key)}
    plain = {value for key, value in told.items() if not key.endswith("_FILE")}
    open_ones = (".invalid", "${GUANDAN_SITE_URL", "${GUANDAN_EMAIL_URL")
    assert all(value == "" or any(known in value for known in open_ones) for value in plain)
    assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])


@pytest.mark.parametrize("name", OURS)
def test_service_names_only_settings_that_exist(name: str) -> None:
    assert set(OURS[name]["environment"]) <= KNOWN
    assert OURS[name]["environment"]["GUANDAN_ENV"] == "production"


def test_setting_that_the_operations_name_reaches_a_container() -> None:
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    section = text.partition("## For an organisation")[2].partition("\n## ")[0]
    named = set(re.findall(r"GUANDAN_[A-Z_]+", section))
    assert "GUANDAN_METRICS_TOKEN" in named
    assert named <= {name for service in OURS.values() for name in service["environment"]}


def test_door_sends_passwords_to_a_web_process_that_does_nothing_else() -> None:
    assert NGINX.count("sign-in:8000;") == 2
    told, same = OURS["sign-in"]["environment"], OURS["web"]["environment"]
    assert told == {**same, "GUANDAN_WORKERS": "1", "GUANDAN_SIGN_IN_ONLY": "1"}


def test_secret_is_where_it_is_used_and_nowhere_else() -> None:
    def holders(secret: str) -> set[str]:
        return {name for name, service in SERVICES.items() if secret in service.get("secrets", [])}

    assert holders("email_password") == {"worker"}
    assert holders("database_url") == {"migrate"}  # who owns the tables; the others read and write rows
    assert holders("site_database_url") == {"web", "sign-in", "press", "worker"}
    assert holders("database_password") == {"database"}
    assert holders("certificate_key") == {"door"}
    assert {secret for secret in COMPOSE["secrets"] if not holders(secret)} == set()


def test_every_service_of_the_site_knows_the_mail_server_and_only_the_worker_its_password() -> None:
    told = {name: service["environment"]["GUANDAN_EMAIL_URL"] for name, service in OURS.items()}
    assert set(told.values()) == {OURS["web"]["environment"]["GUANDAN_EMAIL_URL"]}
    assert re.fullmatch(r"\$\{GUANDAN_EMAIL_URL:\?[^:]+smtp\+tls://user@[a-z.]+:587\}", told["web"])
    passwords = {name for name, service in OURS.items() if "GUANDAN_EMAIL_PASSWORD_FILE" in service["environment"]}
    assert passwords == {"worker"}


def test_only_the_worker_reaches_out_and_only_what_answers_is_reached_by_the_door() -> None:
    networks = {name: set(service["networks"]) for name, service in SERVICES.items()}
    assert {name for name, found in networks.items() if "outside" in found} == {"door", "worker"}
    assert {name for name, found in networks.items() if "front" in found} == {"door", "web", "sign-in", "live"}
    assert COMPOSE["networks"]["front"] == {"internal": True}


def test_door_stays_open_while_web_is_made_anew_and_finds_it_again() -> None:
    assert SERVICES["door"]["depends_on"]["web"] == {"condition": "service_healthy"}
    assert "resolver 127.0.0.11 valid=5s" in NGINX
    assert {"$site", "$live"} == set(
        re.findall(r"proxy_pass http://(\S+);", NGINX)
    )  # asked for again by way of a variable


def test_only_the_door_is_open() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["door"]
    assert SERVICES["database"]["networks"] == SERVICES["broker"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}


@pytest.mark.parametrize("name", ["web", "live"])
def test_group_on_a_further_machine_runs_the_same_as_safely(name: str) -> None:
    here, there = SERVICES[name], yaml.safe_load(GROUP.read_text("utf-8"))["services"][name]
    for key in (
        "image",
        "command",
        "user",
        "cap_drop",
        "security_opt",
        "read_only",
        "logging",
        "secrets",
        "healthcheck",
    ):
        assert there[key] == here.get(key, COMPOSE["x-site"].get(key))
    assert there["environment"].items() <= here["environment"].items()
    assert all(port.startswith("${GUANDAN_INNER") for port in there["ports"])


@pytest.mark.parametrize(("there", "here"), [("press", "press"), ("replica", "database")])
def test_what_reads_on_a_further_machine_is_as_safe(there: str, here: str) -> None:
    reading, first = yaml.safe_load(GROUP.read_text("utf-8"))["services"][there], SERVICES[here]
    assert reading["profiles"] == ["reading"]
    assert "ports" not in reading
    for key in ("image", "user", "cap_drop", "security_opt", "read_only", "mem_limit", "pids_limit", "logging"):
        assert reading.get(key) == first.get(key), key


def test_what_must_stay_is_on_a_volume() -> None:
    kept = [volume for volume in SERVICES["database"]["volumes"] if not volume.endswith(":ro")]
    assert kept == ["database:/var/lib/postgresql"]
    mounted = [volume.split(":")[0] for volume in SERVICES["database"]["volumes"] if volume.endswith(":ro")]
    assert all((ROOT / file).is_file() for file in mounted)
    assert set(COMPOSE["volumes"]) == {"database"}


def test_door_serves_tls_with_the_secrets() -> None:
    for secret in SERVICES["door"]["secrets"]:
        assert f"/run/secrets/{secret};" in NGINX
    assert "listen 8443 ssl" in NGINX
    assert {port.partition(":")[2] for port in SERVICES["door"]["ports"]} == {"8080", "8443"}


def test_valkey_has_a_password_and_makes_room_among_what_can_be_made_again() -> None:
    command = SERVICES["broker"]["command"][-1]
    assert '--requirepass "$$(cat /run/secrets/broker_password)"' in command
    assert "--maxmemory 256mb --maxmemory-policy volatile-lru" in command
    assert OURS["web"]["environment"]["REDIS_URL_FILE"] == "/run/secrets/redis_url"


def test_door_keeps_public_pages_by_language_and_nobodys_own() -> None:
    key = re.search(r"proxy_cache_key (.*);", NGINX)
    assert key is not None
    assert "$language" in key[1]
    assert "$encoding" in key[1]  # and the site is asked for that one alone
    assert "proxy_set_header Accept-Encoding $encoding;" in NGINX
    assert 'map "$cookie_sessionid$cookie_wrote" $personal' in NGINX
    assert "proxy_cache_bypass $personal;" in NGINX
    assert "proxy_no_cache $personal;" in NGINX
    assert "proxy_cache_valid" not in NGINX  # only what the site marks is kept: config/edge.py


def test_door_shows_the_public_what_was_last_right_while_the_site_starts_anew() -> None:
    stale = re.search(r"proxy_cache_use_stale (.*);", NGINX)
    assert stale is not None
    assert set(stale[1].split()) == {"error", "timeout", "http_502", "http_503", "http_504"}  # never beside a site
