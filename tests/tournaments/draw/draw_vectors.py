"""static/draw_check/draw_vectors.json: records to try one's own program on, written by
`python -m tests.tournaments.draw.draw_vectors`.

Those that stand there must never change; a new kind of record is a new case.
"""

import json
from hashlib import sha256
from typing import Any

from tests.architecture.source import ROOT
from tournaments.draw.method import Missed, records

FILE = ROOT / "static/draw_check/draw_vectors.json"
CHAMPIONSHIP = [2] * 13
CASES: dict[str, dict[str, Any]] = {
    "two teams": {"shape": [1, 1]},
    "five teams of three branches": {"shape": [2, 2, 1]},
    "eight teams, unsealed": {"shape": [3, 3, 1, 1], "seed": "2023"},
    "the championship": {"shape": CHAMPIONSHIP},
    "the championship, halves drawn freely": {"shape": CHAMPIONSHIP, "opposite_halves": False},
    "no rule but the byes": {"shape": [4, 3], "opposite_halves": False, "separate_first_round": False},
    "a large branch": {"shape": [6, 2]},
    "large branches": {"shape": [17, 9, 5, 2]},
    "a branch that must meet itself": {"shape": [5, 1]},
    "four seeds, drawn evenly": {"shape": CHAMPIONSHIP, "wishes": {"seeds": [1, 8, 15, 22]}},
    "eight seeds, three rounds": {"shape": CHAMPIONSHIP, "wishes": {"seeds": [*range(2, 18, 2)], "rounds": 3}},
    "every wish": {
        "shape": [4, 4, 3, 2],
        "wishes": {"seeds": [1, 5, 9, 12], "rounds": 2, "rested": [2, 3, 6], "met": [[1, 5], [4, 13]]},
    },
    "wishes that cannot all be met": {"shape": [3, 2], "wishes": {"rounds": 2, "rested": [1, 2, 3, 4]}},
    "numbers of a Swiss": {"shape": [2, 2, 1], "way": "numbers", "size": 6},
    "groups": {"shape": [3, 3, 2, 2], "way": "numbers", "size": 12, "groups": 3},
    "by the ranks of a season": {
        "shape": [2, 2, 1], "way": "ranks", "layout": [1, 0, 4, 5, 2, 0, 3, 0], "ranks": [2, 1, 2, 0, 0],
        "line": [3, 1, 2, 5, 4],
    },
    "by the places of the stage before": {"shape": [1, 1, 1], "way": "given", "layout": [1, 0, 2, 3], "seed": "七"},
    "lots drawn by hand": {"shape": [2, 2], "way": "by_hand", "seed": "", "positions": [1, 3, 2, 4]},
    "groups, seeds and other pairs": {
        "shape": [3, 3, 2, 2, 1], "way": "numbers", "size": 12, "groups": 4,
        "wishes": {"seeds": [1, 4, 7, 9, 2, 5], "rounds": 2, "met": [[3, 8], [6, 11]]},
    },
    "pairs of one round": {
        "shape": [3, 2, 2, 2], "way": "pairs", "size": 10, "opposite_halves": False,
        "wishes": {"rested": [2, 5], "met": [[1, 4], [6, 9]]},
    },
    "pairs of one round, by lots alone": {
        "shape": [3, 2], "way": "pairs", "size": 8, "opposite_halves": False, "separate_first_round": False,
    },
    "groups by lots alone": {
        "shape": [3, 3, 2], "way": "numbers", "size": 8, "groups": 2, "separate_first_round": False,
    },
}  # fmt: skip


def basis_of(name: str, shape: list[int], secret: str, **options: Any) -> str:
    branches = [branch for branch, count in enumerate(shape, start=1) for _ in range(count)]
    ordinals = [ordinal for count in shape for ordinal in range(1, count + 1)]
    basis = {
        "event": "vectors",
        "draw": list(CASES).index(name) + 1,
        "way": "sheet",
        "size": 1 << (sum(shape) - 1).bit_length(),
        "groups": 1,
        "opposite_halves": True,
        "separate_first_round": True,
        "teams": [
            {"branch": branch, "name": f"分会{branch}", "ordinal": ordinal}
            for branch, ordinal in zip(branches, ordinals, strict=True)
        ],
        **options,
        **({"secret": secret} if secret else {}),
    }
    return json.dumps(basis, ensure_ascii=False, separators=(",", ":"))


def record_of(name: str) -> dict[str, Any]:
    """A sealed one unless the case has a seed of its own."""
    case = dict(CASES[name])
    positions, seed = case.pop("positions", None), case.pop("seed", None)
    secret = sha256(name.encode()).hexdigest() if seed is None else ""
    numbers = [{"by": "分会1", "number": "7"}, {"by": "", "number": "021"}] if secret else []
    text = basis_of(name, secret=secret, **case)
    seed = records.mixed_seed(secret, [called["number"] for called in numbers]) if secret else seed
    made = records.outcome(records.read_basis(text), seed) if positions is None else None
    return {
        "name": name,
        "kind": records.KIND,
        "version": records.VERSION,
        "basis": text,
        "fingerprint": records.fingerprint(text) if secret else "",
        "numbers": numbers,
        "seed": seed,
        "method": made.method if made else "",
        "positions": list(made.positions) if made else positions,
        "missed": records.missed_as_lists(made.missed if made else Missed()),
    }


def vectors() -> list[dict[str, Any]]:
    return [record_of(name) for name in CASES]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in vectors())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
