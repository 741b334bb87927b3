"""本赛事打法: a host's own rules of the game, a plain text: ``## `` begins a heading, ``- `` an item, a blank line
parts paragraphs. Nothing else in it means anything."""

from dataclasses import dataclass
from typing import Final

HEADING: Final = "## "
ITEM: Final = "- "


@dataclass(frozen=True)
class OwnLine:
    """A paragraph, or an item of a list."""

    text: str
    is_item: bool = False


@dataclass(frozen=True)
class OwnChapter:
    """A heading ("" before the first one) with what stands under it."""

    title: str
    lines: tuple[OwnLine, ...]


def own_chapters(text: str) -> tuple[OwnChapter, ...]:
    """The text by its headings; lines that follow one another are one paragraph."""
    chapters: list[tuple[str, list[OwnLine]]] = [("", [])]
    goes_on = False
    for line in map(str.strip, text.splitlines()):
        lines = chapters[-1][1]
        if line.startswith(HEADING):
            chapters.append((line.removeprefix(HEADING).strip(), []))
        elif line.startswith(ITEM):
            lines.append(OwnLine(line.removeprefix(ITEM).strip(), is_item=True))
        elif goes_on and line:
            lines[-1] = OwnLine(f"{lines[-1].text}{line}")
        elif line:
            lines.append(OwnLine(line))
        goes_on = bool(line) and not line.startswith((HEADING, ITEM))
    return tuple(OwnChapter(title, tuple(lines)) for title, lines in chapters if title or lines)
