"""Whole numbers as people type them and as hidden fields bring them."""

MOST_DIGITS = 18
"""Every number of so many digits fits into the database."""


def typed_number(text: str) -> int | None:
    """A whole number from 0 on, of at most 18 digits; None for everything else."""
    digits = text.strip()
    return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


def seen_number(text: str) -> int:
    """The event number that a form was made from; -1, which never fits, if it is missing or garbled."""
    number = typed_number(text)
    return -1 if number is None else number
