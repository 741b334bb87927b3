"""Addresses of the round day: referees, the chief referee, table slips, and the check-in by branch.

A button is an address with who may press it and the action that it does; its view is made of these.
"""

from django.urls import URLPattern, path

from tournaments.bracket.actions import pairing, undoing
from tournaments.day.actions import links, matches, rounds, rulings
from tournaments.day.actions.matches import answer_call, call_referee
from tournaments.permissions import Permission
from web.day import check_in, desk, own_days, phone, remedies, round_draw, sheets, slips
from web.day.desk import on_match, on_round, on_ruling, tick
from web.day.forms import (
    AbsentForm,
    AgreementForm,
    BellForm,
    CallForm,
    ChoiceForm,
    CorrectionForm,
    ExtensionForm,
    GameForm,
    StrikeForm,
    TicksForm,
)
from web.day.sheets import on_sheet
from web.day.slips import on_slip
from web.requests.forms import PageForm

DESK = "e/<slug:slug>/desk/"
ROUND = DESK + "<int:number>/"
MATCH = DESK + "matches/<int:number>/"
SLIPS = ROUND + "slips/"
SLIP = MATCH + "slip/"
OWN_DAYS = "e/<slug:slug>/entry/<int:number>/matches/"
SHEET = "e/<slug:slug>/sheets/<int:number>/"

RUN, CHECK_IN, RULE, DEAL = (Permission.ROUND_RUN, Permission.CHECK_IN, Permission.MATCH_RULE, Permission.DEAL_ENTER)
of_a_sheet: list[URLPattern] = [
    path("e/<slug:slug>/sheets/", sheets.sheets, name="sheets"),
    path(SHEET, sheets.sheet, name="sheet"),
    path(SHEET + "preview/", sheets.sheet_preview, name="sheet_preview"),
    path(SHEET + "deals/", on_sheet("deals", DEAL, sheets.enter_deal, GameForm), name="sheet_deals"),
    path(SHEET + "undo/", on_sheet("undo", DEAL, matches.undo_deal), name="sheet_undo"),
    path(SHEET + "bell/", on_sheet("bell", DEAL, sheets.answer_bell, BellForm, "in_hand"), name="sheet_bell"),
    path(
        SHEET + "correction/",
        on_sheet("correction", DEAL, sheets.correct_deal, CorrectionForm, "deal"),
        name="sheet_correction",
    ),
    path(SHEET + "penalty/", sheets.sheet_penalty, name="sheet_penalty"),
    path(
        SHEET + "strike/", on_sheet("strike", DEAL, matches.strike_penalty, StrikeForm, "penalty"), name="sheet_strike"
    ),
    path(
        SHEET + "extension/",
        on_sheet("extension", RUN, matches.extend_match, ExtensionForm, "minutes"),
        name="sheet_extension",
    ),
    path(SHEET + "referee/", on_sheet("referee", DEAL, call_referee, CallForm), name="sheet_referee"),
    path(
        SHEET + "agreement/",
        on_sheet("agreement", Permission.RESULT_AGREE, sheets.agree, AgreementForm, "side"),
        name="sheet_agreement",
    ),
    path(SHEET + "result/", on_sheet("result", Permission.RESULT_CONFIRM, matches.confirm_result), name="sheet_result"),
    path(SHEET + "check-in/", on_sheet("check_in", CHECK_IN, tick, TicksForm), name="sheet_check_in"),
    path(SHEET + "call/", on_sheet("call", RUN, matches.call_match, PageForm), name="sheet_call"),
]
of_a_round: list[URLPattern] = [
    path(DESK, desk.desk, name="desk"),
    path(ROUND, desk.desk, name="desk_round"),
    path(ROUND + "call/", on_round(RUN, rounds.call_round), name="desk_call"),
    path(ROUND + "pairing/", on_round(RUN, pairing.pair_round, AbsentForm), name="desk_pairing"),
    path(ROUND + "draw/", round_draw.round_draw, name="round_draw"),
    path(ROUND + "pairing/absent/", desk.absent, name="desk_absent"),
    path(ROUND + "pairing/undo/", on_round(RUN, pairing.unpair_round), name="desk_pairing_undo"),
    path(ROUND + "call/undo/", on_round(RUN, undoing.undo_round_call), name="desk_call_undo"),
    path(ROUND + "check-in/", on_round(CHECK_IN, rounds.check_in_round), name="desk_check_in"),
    path(ROUND + "next/", on_round(RUN, desk.assign_next), name="desk_next"),
    path(ROUND + "clock/start/", desk.clock_start, name="clock_start"),
    path(ROUND + "clock/start/undo/", on_round(RUN, undoing.undo_start), name="clock_start_undo"),
    path(ROUND + "clock/plan/", desk.clock_plan, name="clock_plan"),
    path(ROUND + "clock/pause/", on_round(RUN, rounds.pause_round), name="clock_pause"),
    path(ROUND + "clock/pause/undo/", on_round(RUN, undoing.undo_pause), name="clock_pause_undo"),
    path(ROUND + "clock/resume/", on_round(RUN, rounds.resume_round), name="clock_resume"),
    path(
        ROUND + "clock/extension/", on_round(RUN, rounds.extend_round, ExtensionForm, "minutes"), name="clock_extension"
    ),
    path(ROUND + "clock/extension/undo/", on_round(RUN, undoing.undo_extension), name="clock_extension_undo"),
    path(SLIPS, slips.slips, name="slips"),
    path(SLIPS + "issue/", slips.slips_issue, name="slips_issue"),
    path(SLIPS + "a6/", slips.slips_document, {"paper": "a6"}, name="slips_a6"),
    path(SLIPS + "a4/", slips.slips_document, {"paper": "a4"}, name="slips_a4"),
]
of_a_match: list[URLPattern] = [
    path(MATCH, desk.ruling, name="desk_match"),
    path(MATCH + "call/", on_match(RUN, matches.call_match), name="desk_match_call"),
    path(MATCH + "call/undo/", on_match(RUN, undoing.undo_call), name="desk_match_call_undo"),
    path(MATCH + "check-in/", on_match(CHECK_IN, tick, TicksForm), name="desk_match_check_in"),
    path(MATCH + "answer/", on_match(RUN, answer_call), name="desk_match_answer"),
    path(
        MATCH + "extension/", on_match(RUN, matches.extend_match, ExtensionForm, "minutes"), name="desk_match_extension"
    ),
    path(MATCH + "extension/undo/", on_match(RUN, matches.undo_match_extension), name="desk_match_extension_undo"),
    path(MATCH + "choice/", on_match(RULE, desk.choose_submission, ChoiceForm, "submission"), name="desk_match_choice"),
    path(MATCH + "forfeit/", on_ruling("forfeit", rulings.forfeit, "side"), name="ruling_forfeit"),
    path(MATCH + "absence/", on_ruling("absence", rulings.both_absent), name="ruling_absence"),
    path(
        MATCH + "disqualification/",
        on_ruling("disqualification", rulings.disqualify, "side"),
        name="ruling_disqualification",
    ),
    path(MATCH + "decision/", on_ruling("decision", rulings.decide, "side"), name="ruling_decision"),
    path(MATCH + "correction/", on_ruling("correction", rulings.correct_result), name="ruling_correction"),
    path(MATCH + "uphold/", on_ruling("uphold", matches.uphold), name="ruling_uphold"),
    path(MATCH + "resumption/", on_ruling("resumption", matches.resume), name="ruling_resumption"),
    path(MATCH + "remedies/", remedies.remedies, name="remedies"),
    path(MATCH + "remedies/signature/", remedies.remedy_signature, name="remedy_signature"),
    path(SLIP, slips.match_slip, name="match_slip"),
    path(SLIP + "revocation/", on_slip(links.revoke_slip), name="match_slip_revocation"),
    path(SLIP + "renewal/", on_slip(links.reissue_slip), name="match_slip_renewal"),
]
urlpatterns: list[URLPattern] = [
    *of_a_sheet,
    *of_a_round,
    *of_a_match,
    path(OWN_DAYS, own_days.own_days, name="own_days"),
    path(OWN_DAYS + "<int:match>/proposal/", own_days.day_proposal, name="day_proposal"),
    path(OWN_DAYS + "<int:match>/acceptance/", own_days.day_acceptance, name="day_acceptance"),
    path(OWN_DAYS + "<int:match>/withdrawal/", own_days.challenge_withdrawal, name="challenge_withdrawal"),
    path(OWN_DAYS + "challenges/", own_days.challenge_made, name="challenge"),
    path("e/<slug:slug>/desk/ladder/", own_days.ladder_desk, name="ladder_desk"),
    path("e/<slug:slug>/desk/ladder/season/", own_days.season_closing, name="season_closing"),
    path("e/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("e/<slug:slug>/check-in/codes/", check_in.check_in_codes, name="check_in_codes"),
    path("e/~/phone/", phone.held, name="held"),
    path("worker.js", phone.worker, name="worker"),
]
