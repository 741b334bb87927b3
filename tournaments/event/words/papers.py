"""Words of documents: their groups, and when one can be made; of an office's own papers, the circular (通知) and
certificates: what their blanks stand for, and what is wrong with a file that was sent."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from journal.words import Words
from tournaments.codes import Code, TournamentEvent

BLANKS: dict[str, Promise] = {
    "主办单位": _("the organiser"),
    "文号": _("the number of the official notice"),
    "赛事名称": _("the name of the event"),
    "赛事全称": _("the same with the name of the organiser before it"),
    "比赛项目": _("the game"),
    "比赛日期": _("from the first match day to the last"),
    "比赛时间": _("the same, with the time where it is always the same"),
    "比赛地点": _("the place"),
    "报名截止": _("until when entries are accepted"),
    "抽签时间": _("when lots are drawn"),
    "每队人数": _("how many play in a team"),
    "分会数": _("how many branches there are"),
    "名额合计": _("how many teams all of them may enter"),
    "规则依据": _("what the rules rest on, if it is a published regulation"),
    "迟到办法": _("what follows if somebody is late"),
    "奖项": _("the prizes"),
    "成文日期": _("the day on which the document is made"),
    "印发单位": _("the office that sends it out"),
    "获奖者": _("whose certificate it is: the player, or the team with its players"),
    "队伍": _("the name of the team"),
    "分会": _("the name of the branch"),
    "队员": _("the names of the players"),
    "日期": _("the date under the signature"),
}
LISTS: dict[str, Promise] = {
    "分会表": _("annex 1, a row for each branch"),
    "赛程表": _("annex 2, a row for each round"),
    "赛制": _("how it is played, sentence by sentence"),
    "组织机构": _("who runs the event, a line for each group"),
    "规则": _("annex 3: a heading, or a paragraph"),
    "报名表": _("annex 4, a row for each place"),
}
PROBLEMS: dict[str, Promise] = {
    Code.WORD_FILE_IS_NONE: _("This is not a Word document. Please send a .docx file."),
    Code.WORD_FILE_TOO_LARGE: _("The file is too large: at most %(most)s MB. Make its pictures smaller."),
    Code.WORD_FILE_OLD: _("This is an old Word file, or one with a password. Please save it as .docx, without one."),
    Code.WORD_FILE_DAMAGED: _("The file cannot be opened. Please open it in Word or WPS and save it again as .docx."),
    Code.WORD_FILE_HAS_PROGRAMS: _(
        "The file holds macros, or another file inside. Please save it as .docx, without macros and objects."
    ),
    Code.WORD_FILE_HAS_LINKS: _(
        "The file takes a picture or a template from elsewhere. Please copy everything into a new document, insert"
        " pictures as such, and save that as .docx."
    ),
    Code.WORD_FILE_WITHOUT_BLANKS: _(
        "There is no variable in this file, so nothing of the event would come into it. Please begin with the template"
        " that can be downloaded here."
    ),
    Code.WORD_FILE_NOT_FILLED: _(
        "This template cannot be filled in: a repeat or a condition begins in one place and ends in another where it"
        " does not belong. Please compare with the template that can be downloaded here."
    ),
    Code.BLANK_UNKNOWN: _("%(name)s is not a variable; those that can be used are listed on this page."),
    Code.BLANKS_BROKEN: _("A variable is not written whole: %(near)s"),
    Code.MORE_THAN_BLANKS: _("Only variables, repeats and conditions can be used here, nothing like this: %(near)s"),
    Code.PICTURE_IS_NONE: _("This is not a picture that can be printed. Please send a .png or .jpg file."),
    Code.PICTURE_DAMAGED: _("The picture is damaged. Please open it in a picture program and save it again."),
    Code.PICTURE_TOO_LARGE: _("The picture is too large: at most %(most)s MB."),
    Code.PICTURE_HAS_TOO_MANY_PIXELS: _(
        "The picture has too many pixels: at most %(most)s million. A page of A4 is 3508 × 2480."
    ),
    Code.PICTURE_TOO_SMALL: _("The picture is too small to be printed: at least %(least)s pixels each way."),
    Code.SEAL_IS_OPAQUE: _(
        "The seal would hide what it is set upon. Please send it as a .png with a transparent background."
    ),
}
EVENTS: dict[str, Promise] = {
    TournamentEvent.OWN_FILE_KEPT: pgettext_lazy("history", "The office sent a template or a picture of its own."),
    TournamentEvent.OWN_FILE_REMOVED: pgettext_lazy("history", "The office took its own template or picture back."),
    TournamentEvent.CERTIFICATES_WORDED: pgettext_lazy("history", "The wording of the certificates was changed."),
}
GROUPS: dict[str, Promise] = Words() | {
    "entry": pgettext_lazy("documents", "Entries"),
    "draw": pgettext_lazy("documents", "Draw and programme"),
    "hall": pgettext_lazy("documents", "At the tables"),
    "wall": pgettext_lazy("documents", "On the wall"),
    "after": pgettext_lazy("documents", "Results and files"),
}
SIZES: dict[str, str] = {"a4": "A4", "a3": "A3"}
UNTIL: dict[int, Promise] = Words() | {
    1: _("Once teams are entered."),
    2: _("Once lots are drawn."),
    3: _("Once a match is over."),
    4: _("Once the last match is over."),
    5: _("Once the places are confirmed."),
}
"""By `web.documents.document.Ready`."""
