"""The commands of a page, as somebody types them who follows it."""

import re
from pathlib import Path

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r" {2,}# .*")
IN_A_SENTENCE = re.compile(r"`(docker compose \S[^`]*)`")


def commands(page: Path) -> list[str]:
    """Each command after a ``$``, with the lines that belong to it, and each ``docker compose …`` in a sentence."""
    text = page.read_text("utf-8")
    blocks = BLOCK.findall(text)
    typed = [REMARK.sub("", part).strip() for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)]
    every = (*typed, *(" ".join(each.split()) for each in IN_A_SENTENCE.findall(BLOCK.sub("", text))))
    return [command for command in dict.fromkeys(every) if command]


def meant(commands: list[str], beginning: str) -> list[str]:
    """The command itself, else those that begin so."""
    return [beginning] if beginning in commands else [each for each in commands if each.startswith(beginning)]
