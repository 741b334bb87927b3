"""Words for codes: problems, event kinds, reasons and states, each as a whole sentence in the reader's language.

One module a subject; each has ``PROBLEMS`` (code → sentence with %(names)s from the problem's data) and, where it has
events, ``EVENTS`` (kind → sentence for the journal page).
"""

from journal.refusals import Problem
from web.phrases import draws, entries, events, matches, site, slips

PROBLEMS = {**site.PROBLEMS, **entries.PROBLEMS, **draws.PROBLEMS, **matches.PROBLEMS, **slips.PROBLEMS}
EVENTS = {**events.EVENTS, **site.EVENTS, **entries.EVENTS, **draws.EVENTS, **matches.EVENTS, **slips.EVENTS}


def sentence(problem: Problem) -> str:
    """The problem in plain words."""
    return str(PROBLEMS[problem.code]) % {name: entries.shown(name, value) for name, value in problem.data.items()}
