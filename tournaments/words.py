"""Words for codes: problems, event kinds, reasons and states, each as a whole sentence in the reader's language.

One module a subject; each has ``PROBLEMS`` (code → sentence with %(names)s from the problem's data) and, where it has
events, ``EVENTS`` (kind → sentence for the journal page).
"""

from journal.refusals import Problem
from journal.words import Words
from tournaments.bracket.words import formats, matches
from tournaments.day.words import games, own_days, slips
from tournaments.draw import words as draws
from tournaments.entries import words as entries
from tournaments.event.words import channels, events, papers, site
from tournaments.series import words as series

SUBJECTS = (
    site, own_days, channels, entries, draws, formats, games, matches, papers, series, slips,
)  # fmt: skip
PROBLEMS = Words() | {code: words for subject in SUBJECTS for code, words in subject.PROBLEMS.items()}
EVENTS = Words() | {kind: words for subject in (events, *SUBJECTS) for kind, words in subject.EVENTS.items()}


def sentence(problem: Problem) -> str:
    """The problem in plain words."""
    data, now = problem.data, problem.data.get("now")
    return str(PROBLEMS[problem.code]) % {name: entries.shown(name, value, now) for name, value in data.items()}
