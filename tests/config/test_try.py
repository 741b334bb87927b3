"""The pages on the deployment and the steps of `deploy/try`, without an engine: what stands there is tried."""

import re

import yaml

from deploy.trying.all_steps import STEPS, left_out
from deploy.trying.site import PAGES, commands_of
from tests.architecture.source import ROOT

COMMANDS = [command for path in PAGES for command in commands_of(path)]


def test_every_command_of_the_page_has_its_step_and_every_step_its_command() -> None:
    assert len(STEPS) > 15
    assert left_out(COMMANDS) == ([], [])


def test_commands_are_read_as_they_are_typed() -> None:
    assert "docker compose up --build --detach" in COMMANDS  # in a block
    assert "docker compose restart worker" in COMMANDS  # in a sentence
    (settings,) = (command for command in COMMANDS if command.startswith("cat > .env"))
    assert settings.endswith("\nEOF")
    assert not any(re.search(" {2,}#", command) for command in COMMANDS)


def test_services_that_the_page_names_are_those_of_the_compose_file() -> None:
    services = set(yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))["services"])
    for command in COMMANDS:
        for words in re.findall(r"docker compose (?:stop|restart|logs|kill --signal HUP) ([a-z -]+)", command):
            assert {word for word in words.split() if not word.startswith("-")} <= services, command
