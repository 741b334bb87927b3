"""The one list of documents, in the order in which an office meets them."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.permissions import Permission
from web.documents.booklet import booklet, booklet_word
from web.documents.certificates import certificates
from web.documents.circular import circular_word
from web.documents.document import A3, A4, Document, EventReading, Group, Options, Pages, Ready
from web.documents.draw_papers import draw_record, draw_seal
from web.documents.entry_papers import blank_form, filled_forms
from web.documents.hall_papers import score_sheets, sign_in, table_cards, timetable
from web.documents.plan_papers import budget, counts_differences, points_table, prize_list, work_plan, work_plan_word
from web.documents.result_papers import announcement, award_list, daily_report, souvenirs
from web.documents.spoken_papers import host_words_word, referee_notes
from web.documents.stage_papers import bracket
from web.documents.summary_paper import summary_word
from web.documents.word_pages import word_pages


def _as_it_stands(word: Callable[[EventReading], bytes], title: Promise) -> Callable[[EventReading, Options], Pages]:
    """The pages of a document that is written in Word, and set as it stands."""
    return lambda reading, _options: word_pages(word(reading), str(title))


DOCUMENTS: tuple[Document, ...] = (
    Document(
        key="circular",
        title=_("Notice of the event"),
        about=_("with annexes 1 to 4: quotas, timetable, rules, entry form"),
        group=Group.ENTRY,
        pages=_as_it_stands(circular_word, _("Notice of the event")),
        word=circular_word,
    ),
    Document(
        key="entry-form",
        title=_("Entry form, blank"),
        about=_("for a branch to fill in by hand: leader, players, seal"),
        group=Group.ENTRY,
        pages=blank_form,
    ),
    Document(
        key="entry-forms",
        title=_("Entry forms, filled"),
        about=_("a page for each branch, to be signed and sealed"),
        group=Group.ENTRY,
        pages=filled_forms,
        suits=lambda reading: reading.tournament.branches.exists(),
        permission=Permission.ENTRY_EDIT,
    ),
    Document(
        key="budget",
        title=_("Budget"),
        about=_("prizes, souvenirs, cards and water by the counts, prices by hand"),
        group=Group.ENTRY,
        pages=budget,
    ),
    Document(
        key="prize-list",
        title=_("List of prizes"),
        about=_("what is to be bought for each prize, by places and players"),
        group=Group.ENTRY,
        pages=prize_list,
        suits=lambda reading: bool(reading.tournament.awards),
    ),
    Document(
        key="work-plan",
        title=_("Work plan"),
        about=_("who does what by when: before the event, on each day, after it"),
        group=Group.ENTRY,
        pages=work_plan,
        word=work_plan_word,
    ),
    Document(
        key="draw-seal",
        title=_("Fingerprint of the draw"),
        about=_("to be hung up before the draw: fingerprint, closed list, wishes, a line for each number"),
        group=Group.DRAW,
        pages=draw_seal,
        ready=Ready.ENTERED,
        suits=lambda reading: reading.seal is not None,
        permission=Permission.PUBLIC,
    ),
    Document(
        key="draw-record",
        title=_("Record of the draw"),
        about=_("method, checks, positions, closed list, signatures"),
        group=Group.DRAW,
        pages=draw_record,
        ready=Ready.DRAWN,
        suits=lambda reading: reading.stands < Ready.DRAWN or reading.counted_draws.exists(),
    ),
    Document(
        key="programme",
        title=_("Programme"),
        about=_("committees, referees, teams, half days, rules, bracket; no contacts. In Word with the leaders"),
        group=Group.DRAW,
        pages=booklet,
        word=booklet_word,
        word_permission=Permission.ENTRY_EDIT,
        permission=Permission.PUBLIC,
    ),
    Document(
        key="host-words",
        title=_("Words for the host"),
        about=_("from the opening to the awards, as somebody reads them out; to be changed in Word"),
        group=Group.DRAW,
        pages=_as_it_stands(host_words_word, _("Words for the host")),
        word=host_words_word,
    ),
    Document(
        key="referee-notes",
        title=_("Notes for referees"),
        about=_("for each referee: before the round, at the table, the bell, offences, signatures"),
        group=Group.HALL,
        pages=referee_notes,
    ),
    Document(
        key="points-table",
        title=_("Levels and points"),
        about=_("what each level difference is worth, for wall and table"),
        group=Group.HALL,
        pages=points_table,
        suits=counts_differences,
        permission=Permission.PUBLIC,
        sizes=(A4, A3),
    ),
    Document(
        key="sign-in",
        title=_("Check-in list"),
        about=_("every player with a line to sign, by tables once lots are drawn"),
        group=Group.HALL,
        pages=sign_in,
        ready=Ready.ENTERED,
        by_round=True,
    ),
    Document(
        key="score-sheets",
        title=_("Score sheets"),
        about=_("a page for each match, for a table without a phone"),
        group=Group.HALL,
        pages=score_sheets,
        suits=lambda reading: bool(reading.rounds),
        by_round=True,
    ),
    Document(
        key="table-cards",
        title=_("Table cards"),
        about=_("the number of each table, to be folded and stood up"),
        group=Group.HALL,
        pages=table_cards,
        suits=lambda reading: reading.tournament.tables.exists(),
    ),
    Document(
        key="timetable",
        title=_("Timetable"),
        about=_("every round, and who plays at which table"),
        group=Group.WALL,
        pages=timetable,
        suits=lambda reading: bool(reading.rounds),
        permission=Permission.PUBLIC,
        sizes=(A4, A3),
    ),
    Document(
        key="bracket",
        title=_("Bracket and tables"),
        about=_("the drawing of a knockout, the tables of every other format"),
        group=Group.WALL,
        pages=bracket,
        ready=Ready.DRAWN,
        permission=Permission.PUBLIC,
        sizes=(A4, A3),
    ),
    Document(
        key="daily-report",
        title=_("Report of the day"),
        about=_("results, who is through and who is out, best of the day, what comes next"),
        group=Group.AFTER,
        pages=daily_report,
        ready=Ready.PLAYED,
        permission=Permission.PUBLIC,
        by_day=True,
    ),
    Document(
        key="results",
        title=_("Announcement of the results"),
        about=_("awards, places, and every result with its reason"),
        group=Group.AFTER,
        pages=announcement,
        ready=Ready.PLAYED,
        permission=Permission.PUBLIC,
        sizes=(A4, A3),
    ),
    Document(
        key="award-list",
        title=_("List of awards"),
        about=_("who gets what, with a line to sign for it"),
        group=Group.AFTER,
        pages=award_list,
        ready=Ready.DECIDED,
    ),
    Document(
        key="certificates",
        title=_("Certificates"),
        about=_("place by place, with the office's words, background and seal"),
        group=Group.AFTER,
        pages=certificates,
        ready=Ready.DECIDED,
        suits=lambda reading: bool(reading.tournament.awards),
    ),
    Document(
        key="souvenirs",
        title=_("Receipts of souvenirs"),
        about=_("a line for each person; all who are entered, until it is known who gets one"),
        group=Group.AFTER,
        pages=souvenirs,
        ready=Ready.ENTERED,
    ),
    Document(
        key="summary",
        title=pgettext_lazy("document", "Summary"),
        about=_("how it went, told as it is filed, with places for pictures; numbers by branch and gender behind"),
        group=Group.AFTER,
        pages=_as_it_stands(summary_word, pgettext_lazy("document", "Summary")),
        word=summary_word,
        word_permission=Permission.ENTRY_EDIT,
        ready=Ready.PLAYED,
        permission=Permission.ENTRY_EDIT,
    ),
)

BY_KEY: dict[str, Document] = {document.key: document for document in DOCUMENTS}
