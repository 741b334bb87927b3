"""Addresses of the round day: referees, the chief referee, table slips, and the check-in by branch."""

from django.urls import URLPattern, path

from web.day import check_in, clock, desk, remedies, rulings, sheets, slips, worker

DESK = "e/<slug:slug>/desk/"
MATCH = DESK + "matches/<int:number>/"
SLIPS = DESK + "<int:number>/slips/"
SLIP = MATCH + "slip/"
SHEET = "e/<slug:slug>/sheets/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("e/<slug:slug>/sheets/", sheets.sheets, name="sheets"),
    path(SHEET, sheets.sheet, name="sheet"),
    path(SHEET + "preview/", sheets.sheet_preview, name="sheet_preview"),
    path(SHEET + "deals/", sheets.sheet_deals, name="sheet_deals"),
    path(SHEET + "undo/", sheets.sheet_undo, name="sheet_undo"),
    path(SHEET + "bell/", sheets.sheet_bell, name="sheet_bell"),
    path(SHEET + "correction/", sheets.sheet_correction, name="sheet_correction"),
    path(SHEET + "penalty/", sheets.sheet_penalty, name="sheet_penalty"),
    path(SHEET + "strike/", sheets.sheet_strike, name="sheet_strike"),
    path(SHEET + "extension/", sheets.sheet_extension, name="sheet_extension"),
    path(SHEET + "referee/", sheets.sheet_referee, name="sheet_referee"),
    path(SHEET + "agreement/", sheets.sheet_agreement, name="sheet_agreement"),
    path(SHEET + "result/", sheets.sheet_result, name="sheet_result"),
    path(SHEET + "check-in/", sheets.sheet_check_in, name="sheet_check_in"),
    path(SHEET + "call/", sheets.sheet_call, name="sheet_call"),
    path(DESK, desk.desk, name="desk"),
    path(DESK + "<int:number>/", desk.desk_round, name="desk_round"),
    path(DESK + "<int:number>/call/", desk.desk_call, name="desk_call"),
    path(DESK + "<int:number>/pairing/", desk.desk_pairing, name="desk_pairing"),
    path(DESK + "<int:number>/pairing/undo/", desk.desk_pairing_undo, name="desk_pairing_undo"),
    path(DESK + "<int:number>/call/undo/", desk.desk_call_undo, name="desk_call_undo"),
    path(DESK + "<int:number>/check-in/", desk.desk_check_in, name="desk_check_in"),
    path(DESK + "<int:number>/next/", desk.desk_next, name="desk_next"),
    path(DESK + "<int:number>/clock/start/", clock.clock_start, name="clock_start"),
    path(DESK + "<int:number>/clock/start/undo/", clock.clock_start_undo, name="clock_start_undo"),
    path(DESK + "<int:number>/clock/plan/", clock.clock_plan, name="clock_plan"),
    path(DESK + "<int:number>/clock/pause/", clock.clock_pause, name="clock_pause"),
    path(DESK + "<int:number>/clock/pause/undo/", clock.clock_pause_undo, name="clock_pause_undo"),
    path(DESK + "<int:number>/clock/resume/", clock.clock_resume, name="clock_resume"),
    path(DESK + "<int:number>/clock/extension/", clock.clock_extension, name="clock_extension"),
    path(DESK + "<int:number>/clock/extension/undo/", clock.clock_extension_undo, name="clock_extension_undo"),
    path(MATCH, rulings.ruling, name="desk_match"),
    path(MATCH + "call/", desk.desk_match_call, name="desk_match_call"),
    path(MATCH + "call/undo/", desk.desk_match_call_undo, name="desk_match_call_undo"),
    path(MATCH + "check-in/", desk.desk_match_check_in, name="desk_match_check_in"),
    path(MATCH + "answer/", desk.desk_match_answer, name="desk_match_answer"),
    path(MATCH + "extension/", desk.desk_match_extension, name="desk_match_extension"),
    path(MATCH + "extension/undo/", desk.desk_match_extension_undo, name="desk_match_extension_undo"),
    path(MATCH + "choice/", desk.desk_match_choice, name="desk_match_choice"),
    path(MATCH + "forfeit/", rulings.ruling_forfeit, name="ruling_forfeit"),
    path(MATCH + "absence/", rulings.ruling_absence, name="ruling_absence"),
    path(MATCH + "disqualification/", rulings.ruling_disqualification, name="ruling_disqualification"),
    path(MATCH + "decision/", rulings.ruling_decision, name="ruling_decision"),
    path(MATCH + "correction/", rulings.ruling_correction, name="ruling_correction"),
    path(MATCH + "uphold/", rulings.ruling_uphold, name="ruling_uphold"),
    path(MATCH + "resumption/", rulings.ruling_resumption, name="ruling_resumption"),
    path(MATCH + "remedies/", remedies.remedies, name="remedies"),
    path(MATCH + "remedies/signature/", remedies.remedy_signature, name="remedy_signature"),
    path(SLIPS, slips.slips, name="slips"),
    path(SLIPS + "issue/", slips.slips_issue, name="slips_issue"),
    path(SLIPS + "a6/", slips.slips_a6, name="slips_a6"),
    path(SLIPS + "a4/", slips.slips_a4, name="slips_a4"),
    path(SLIP, slips.match_slip, name="match_slip"),
    path(SLIP + "revocation/", slips.match_slip_revocation, name="match_slip_revocation"),
    path(SLIP + "renewal/", slips.match_slip_renewal, name="match_slip_renewal"),
    path("e/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("e/<slug:slug>/check-in/codes/", check_in.check_in_codes, name="check_in_codes"),
    path("e/~/phone/", worker.held, name="held"),
    path("worker.js", worker.worker, name="worker"),
]
