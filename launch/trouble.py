"""The one exception of the launcher."""


class Trouble(Exception):
    """Something the person at the keyboard can mend; the text is one sentence that names the remedy."""
