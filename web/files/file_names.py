"""Names of the files that are handed out."""

import re

_ODD = re.compile(r"[^-\w.]")


def file_name(*parts: object) -> str:
    """One that every system takes, without its ending: of each part the letters, digits, ``-``, ``_`` and ``.``, with
    ``-`` between them. A part in which none stands is left out; one at least must have some."""
    plain = (_ODD.sub("", str(part).strip().replace(" ", "_")).strip(".") for part in parts)
    return "-".join(filter(None, plain))
