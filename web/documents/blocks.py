"""What most papers are made of, block after block: headings, paragraphs, facts, tables, places for signatures.

`templates/documents/paper.typ` sets each by the name of its class; a document with a look of its own has a template of
its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from journal import clock
from tournaments.bracket.words.names import dated, in_chinese
from web.documents.document import EventReading, Options, Pages
from web.documents.official import official, official_start, title_lines
from web.files.qr_codes import is_local, qr_svg

COVER_WIDTH: Final = 17
"""Characters of the name of an event on a line of a cover."""
WHOLE_LIST: Final = 32
"""Lines of a closed list that stand on one page, with the signatures under them."""


@dataclass(frozen=True)
class Title:
    """A page begins, with its own name under that of the event; ``chapter``: how the contents name it."""

    text: str
    subtitle: str = ""
    chapter: str = ""


@dataclass(frozen=True)
class Heading:
    """``level`` 1 a chapter, 2 what stands over a table. ``is_listed``: in the contents."""

    text: str
    level: int = 2
    is_listed: bool = False


@dataclass(frozen=True)
class Text:
    """A paragraph as an official document sets it: two characters in; ``is_small``: a remark; ``stays_with_next``: no
    page ends after it."""

    text: str
    is_small: bool = False
    size: float = 12
    indented: bool = True
    stays_with_next: bool = False


@dataclass(frozen=True)
class Facts:
    """Names and what they are, two pairs a line."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Cell:
    """What is more than a text: over several ``rows`` or ``columns``, or strong (a winner, a sum)."""

    text: str
    rows: int = 1
    columns: int = 1
    is_strong: bool = False


Content: TypeAlias = str | Cell


@dataclass(frozen=True)
class Table:
    """``widths``: a column each, in millimetres, or a share of what is left (``1fr``), or ``auto``. ``height``: of a
    row at least, in millimetres, for handwriting. ``left``: the columns whose texts begin at the left, from 0.
    ``size``: of the letters, in points. ``stays_whole``: it is not divided over two pages;
    ``stays_with_next``: nor is what follows it on another."""

    head: Sequence[Content]
    widths: Sequence[str]
    rows: Sequence[Sequence[Content]]
    height: float = 8
    left: Sequence[int] = ()
    size: float = 10.5
    stays_whole: bool = False
    stays_with_next: bool = False


@dataclass(frozen=True)
class Signatures:
    """A line to sign on for each."""

    labels: Sequence[str]


@dataclass(frozen=True)
class Photos:
    """Places for pictures to be pasted in, two a line, each over its caption."""

    captions: Sequence[str]


@dataclass(frozen=True)
class Break:
    """What follows begins a page."""


@dataclass(frozen=True)
class Contents:
    """目录: the listed headings with their pages."""

    title: str


@dataclass(frozen=True)
class Closing:
    """落款: who says it and when, at the right."""

    lines: Sequence[str]


@dataclass(frozen=True)
class DrawnSide:
    """A side of a drawn match; ``score`` is what stands at its end, ``position`` its line of the sheet."""

    name: str
    score: str = ""
    position: str = ""
    won: bool = False
    open: bool = False


@dataclass(frozen=True)
class DrawnMatch:
    """A match of a drawing; only the final and the match for third place have ``title`` and ``when``."""

    sides: Sequence[DrawnSide]
    note: str = ""
    is_done: bool = False
    is_bye: bool = False
    title: str = ""
    when: str = ""


@dataclass(frozen=True)
class Tree:
    """A bracket: the upper half in ``left``, the lower in ``right``, columns of matches from the first round on, of
    which each is half as long as the one before. ``heads``: name and start of each of these rounds. ``champion`` is
    empty as long as nobody has won what is drawn. Without a ``final`` the columns end with several matches, whose
    winners are the ``survivors``, or where they come from; ``champion_label`` then says how many they are."""

    heads: Sequence[tuple[str, str]]
    left: Sequence[Sequence[DrawnMatch]]
    right: Sequence[Sequence[DrawnMatch]]
    final: DrawnMatch | None
    third: DrawnMatch | None
    champion_label: str
    champion: str
    survivors: Sequence[str] = ()


@dataclass(frozen=True)
class Drawn:
    """A bracket on a page of its own; ``chapter``: how the contents name it."""

    title: str
    tree: Tree
    subtitle: str = ""
    chapter: str = ""


Block: TypeAlias = Title | Heading | Text | Facts | Table | Signatures | Closing | Photos | Break | Contents | Drawn


def paper(
    reading: EventReading,
    options: Options,
    title: str,
    blocks: Iterable[Block],
    *,
    subtitle: str = "",
    cover: Sequence[str] = (),
    leads_to: str = "",
    token: str = "",
) -> Pages:
    """A document of blocks under a heading; ``cover``: lines of a first page of its own. ``leads_to`` names the page
    of the event that a code beside the heading opens, with a ``token`` somebody's own."""
    tournament = reading.tournament
    listed = list(blocks)
    code = None
    if leads_to:
        address = reading.site + reverse(leads_to, args=[tournament.slug, *filter(None, [token])])
        words = _("Scan: my matches") if token else _("Scan: as it stands now")
        # the address of this machine would lead a phone to itself
        code = None if is_local(address) else {"svg": qr_svg(address), "words": words}
    data = {
        **heading_of(reading, options, title),
        "subtitle": subtitle,
        "cover": list(map(official, cover)),
        "event_lines": title_lines(tournament.name, COVER_WIDTH),
        "code": code,
        "has_masthead": not (listed and isinstance(listed[0], Title | Drawn)),
        "blocks": [{"kind": type(block).__name__.lower(), **asdict(as_official(block))} for block in listed],
    }
    return Pages("paper.typ", data)


def as_official(block: Block) -> Block:
    """The same with its sentences as official texts have them; tables hold names, and stay as they are."""
    match block:
        case Title():
            return replace(block, text=official(block.text), subtitle=official(block.subtitle))
        case Heading() | Text():
            return replace(block, text=official(block.text))
        case Facts():
            return Facts([(name, official(words)) for name, words in block.rows])
    return block


def heading_of(reading: EventReading, options: Options, title: str) -> dict[str, Any]:
    """What `base.typ` needs in the data of every document."""
    tournament = reading.tournament
    return {
        "size": options.size,
        "title": official(title),
        "event": official(tournament.name),
        "organiser": tournament.organiser,
        "page_words": official(_("Page {page} of {pages}")),
    }


def closed_list(head: Sequence[str], widths: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """The list that lots are drawn from: three times these columns side by side, each read from the top down."""
    deep = -(-len(rows) // 3)
    padded = [*rows, *[[""] * len(head)] * (deep * 3 - len(rows))]
    beside = [[cell for start in range(3) for cell in padded[line + start * deep]] for line in range(deep)]
    left = [1 + len(head) * start for start in range(3)]
    is_whole = deep <= WHOLE_LIST
    return Table(
        [*head] * 3,
        [*widths] * 3,
        beside,
        height=5.3,
        size=8,
        left=left,
        stays_whole=is_whole,
        stays_with_next=is_whole,
    )


def timed(name: str, starts_at: datetime, until: datetime | None = None) -> str:
    """半决赛　11月27日（星期一）18:30: a heading with its start, or with the days among which sides choose."""
    return f"{name}　{official_start(starts_at, until)}"


def today(reading: EventReading) -> str:
    """2023年12月1日, by the event's own time: under what is signed."""
    now = timezone.localtime(clock.now(reading.tournament.journal))
    return f"{now.year}年{now.month}月{now.day}日" if in_chinese() else dated(now)
