"""The project's own source as the architecture tests read it: files, syntax trees, and names for places in them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# from the highest layer to the lowest; those of one row are strangers to each other
LAYERS = (
    ("config",),
    ("rehearsal",),
    ("web", "api"),
    ("archives",),
    ("integrations",),
    ("notices",),
    ("tournaments",),
    ("scoring",),
    ("journal",),
    ("accounts",),
    ("guandan_rules",),
)
PACKAGES = tuple(package for layer in LAYERS for package in layer)
DOMAIN = ("accounts", "journal", "scoring", "tournaments", "notices", "archives", "integrations")
PURE = (
    "guandan_rules/**/*.py",
    "tournaments/formats/**/*.py",
    "tournaments/draw/method/**/*.py",
    "tournaments/forecast/**/*.py",
    "tournaments/chronicle/rating.py",
    "tournaments/series/season.py",
    "scoring/games/**/*.py",
)

TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
STYLES = sorted(ROOT.glob("static/css/*.css"))
# everything that a browser, a mail reader or the typesetter gets, as it is written
WRITTEN = sorted(path for pattern in ("templates/**/*.*", "static/css/*", "static/js/*") for path in ROOT.glob(pattern))


def python_files(*patterns: str) -> list[Path]:
    """Our Python files, without migrations."""
    paths = {path for pattern in patterns for path in ROOT.glob(pattern)}
    return sorted(path for path in paths if "migrations" not in path.parts and ".venv" not in path.parts)


def files_of(*packages: str) -> list[Path]:
    return python_files(*(f"{package}/**/*.py" for package in packages))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def place(path: Path, node: ast.AST | None = None) -> str:
    """``web/office/draw/draw.py:17``, as an editor opens it."""
    line = f":{node.lineno}" if isinstance(node, ast.expr | ast.stmt) else ""
    return f"{path.relative_to(ROOT)}{line}"


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def dotted(node: ast.expr) -> str:
    """``a.b.c`` of an expression; calls and subscripts on the way are left out."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{dotted(value)}.{attr}"
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return dotted(inner)
        case _:
            return ""
