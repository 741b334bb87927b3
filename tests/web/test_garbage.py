"""Nonsense in any field of any form: refused in the manner of the site, or kept tidily; never a program error.

Every kind of field meets every nonsense, every field its share; outside .ci/run a quarter of the forms is tried.
"""

import re
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from integrations.models import Webhook
from notices.models import Channel, Notice
from notices.states import NoticeKind, Service
from tests.addresses import ADDRESSES
from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.thorough import in_ci_only, some
from tests.tournaments.series.seasons import a_series
from tests.web.form_fields import form_fields
from tests.web.pages import markup, signed_in
from tournaments.draw.actions.ceremony import open_ceremony
from tournaments.draw.actions.draws import preview_draw
from tournaments.draw.queries.ceremony import turn_token
from tournaments.entries.queries.links import my_token
from tournaments.models import Round, Team, Tournament
from tournaments.series.actions import join_series
from tournaments.states import RoleKind

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_advice")]

GARBAGE = (
    "\x00", "甲\x00乙\u202e", "长" * 300, "9" * 5000, "99999999999999999999", "-1", "٣²", "9999-12-31", "%(x)s<b>", "",
)  # fmt: skip

# view → its fields with values that are taken; what is missing here is asked for by the last test
NEW_EVENT = {"preset": "empty", "first_day": "2123-11-29", "slug": "new", "name": "新", "rounds": "3", "at": "12:30"}
PLAYER = {"name": "队员新", "gender": "m", "remark": "左手", "mail": "new@example.org", "reason": "生病"}
SERIES = {
    "name": "月赛", "season": "2123", "organiser": "学生会", "scale_name": "listed", "scale": "32, 24", "best": "3",
    "finalists": "16", "criterion_1": "points", "criterion_2": "places", "criterion_3": "events",
    "criterion_4": "all_points", "counts": "both", "branch_scale_name": "listed", "branch_scale": "9, 7",
    "branch_best": "2", "share_points": "on",
}  # fmt: skip
CHANNEL = {
    "name": "工作群", "whose": "event", "service": "wecom",
    "address": "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d", "secret": "x", "heard": "result",
    "quiet_from": "22:00", "quiet_until": "07:00", "collecting": "15",
}  # fmt: skip
MAIL_SERVER = {
    "host": "smtp.example.org", "port": "465", "security": "tls", "username": "site", "password": "secret",
    "sender": "site@example.org",
}  # fmt: skip
ANNOUNCEMENT = {
    "title": "停车", "text": "请走东门。", "concerned": "branch", "branch": "1", "team": "1", "round": "1",
    "public": "on", "at": "2123-11-29T12:00",
}  # fmt: skip
ADVICE = {
    "count": "8", "unit": "teams", "tables": "4", "days": "1", "minutes": "60", "least": "1",
    "start": "09:00", "latest": "18:00", "kind": "knockout", "name": "新", "organiser": "工会",
    "first_day": "2123-11-29",
}  # fmt: skip
SHAPE = {
    "act": "save", "first_day": "2123-12-20", "days": "1", "start": "09:00", "latest": "18:00",
    "minutes": "40", "tables": "8", "least": "1", "hours": "anew", "shown-1": "knockout",
    "format-1": "knockout", "survivors-1": "1", "places_to-1": "0",
}  # fmt: skip
SEAL = {
    "seeds": "第1分会一队", "rounds": "2", "last": "1", "best": "4", "rest_others": "on", "meet_others": "on",
    "without_drafts": "on",
}  # fmt: skip
CERTIFICATE = {
    "title": "奖状", "text": "{{获奖者}}：{{奖项}}", "signed_by": "工会", "dated": "2123-12-05",
    "is_each_player": "team", "has_souvenirs": "on", "is_words_only": "on",
}  # fmt: skip
REMEDY = {
    "kind": "replay", "side": "home", "seen": "x", "game": "1", "winner": "home", "deal-1": "NS",
    "reason": "错",
}  # fmt: skip
IN_REGISTRATION: dict[str, dict[str, str]] = {
    "sign_in": {"username": "office", "password": "secret", "next": "/desks/"},
    "password": {"present": "secret", "new": "abcXYZ-987654", "again": "abcXYZ-987654", "next": "/desks/"},
    "sign_ins_end": {"handle": "0123456789abcdef"},
    "mail_server": MAIL_SERVER,
    "mail_server_test": {**MAIL_SERVER, "to": "office@example.org"},
    "outbox_sending": {"notice": "1"},
    "channels_mailing": {"mailed": "result"},
    "channel_new": CHANNEL,
    "channel": CHANNEL,
    "programs": {"name": "记分板", "scopes": "day", "days": "30"},
    "webhooks": {"name": "排行榜", "address": "https://example.org/hook", "kinds": "result"},
    "webhook_repetition": {"call": "1"},
    "wording": {"title": "{对手}", "text": "{队伍}请到场。", "look": "yes"},
    "announcements": ANNOUNCEMENT,
    "event_new": NEW_EVENT,
    "series_new": SERIES | {"slug": "new"},
    "series_settings": SERIES,
    "series_joining": {"event": "registration", "final": "on"},
    "series_next": {"next_name": "新", "first_day": "2123-11-29"},
    "series_final": {"declined": "某分会|甲|乙"},
    "series_merging": {"key_of": "某分会|甲|乙", "into": "某分会|甲|丙"},
    "series_parting": {"key_of": "某分会|甲|乙"},
    "event_advice": ADVICE,
    "open_point": {"on_time": "finish_deal", "keep": "yes"},
    "branches": {"branches": "新分会 2"},
    "branch": {"name": "某分会", "quota": "2", "place": "1"},
    "people": {"lines": "裁判甲", "kind": "referee"},
    "people_role": {"username": "office", "kind": "referee"},
    "entry_setting": {"needed": "on"},
    "entry_return": {"remark": "请看", "remark_leader": "请补", "remark_team1_player1_name": "不符"},
    "archive_making": {"personal": "on"},
    "archive_months": {"months": "12"},
    "archive_person": {"person": "1:队员甲", "everywhere": "on"},
    "archive_people": {"with_series": "on"},
    "roster": {"pasted": "分会\t姓名\n某分会\t队员甲"},
    "first_sign_in": {"new": "一句足够长的新密码", "again": "一句足够长的新密码"},
    "settings_rule_set": {"rule_set": "s001_1"},
    "settings_game": {"game": "guandan", "seats": "2"},
    "shape": SHAPE,
    "draw_partners": {"singles": "1", "mixed": "on", "seed": "九"},
    "draw_seal": SEAL,
    "draw_numbers": {"called": "第1分会 7"},
    "draw_preview": {"seed": "掼蛋", "without_drafts": "on", "by_rank": "on"},
    "ceremony_opening": {"by_hand": "on", "by_program": "on", "seed": "七", "without_drafts": "on", "by_rank": "on"},
    "ceremony_step": {"step": "next", "lot": "1"},
    "ceremony_pace": {"pace": "auto", "seconds": "5"},
    "ceremony_lot": {"team": "1", "position": "3"},
    "draw_turn": {"lot": "1"},
    "follow": {"on": "b1"},
    "draw_confirmation": {"number": "1", "seen": "1", "accept": "on", "reason": "同意"},
    "plan_rounds": {f"{part}-{n}": v for n in (1, 2) for part, v in (("date", f"2123-12-0{n}"), ("time", "12:30"))},
}
ON_THE_DAY: dict[str, dict[str, str]] = {
    "award_prize_decision": {"recipients": "1-1", "others": "2-0", "note": "表现突出"},
    "settings_prizes": {"name-1": "最佳女队", "rule-1": "women", "count-1": "1", "usual": "on"},
    "outbox_words": {"words": "请提前到场。"},
    "team_substitution": {"player": "1", **PLAYER},
    "team_correction": {"name-1": "队员钾", "name": "雄鹰队", "reason": "错字"},
    "team_withdrawal": {"reason": "出差"},
    "draw_repeal": {"number": "1", "reason": "重抽"},
    "draw_stage": {"absent": "1", "seed": "七"},
    "awards_reopening": {"reason": "误点"},
    "own_file": {"for_site": "on"},
    "certificates_words": CERTIFICATE,
    "plan_tables": {"tables": "12"},
    "challenge": {"challenger": "1", "challenged": "2"},
    "plan_round_tables": {"table-1": "1", "table-2": "2", "table-99999999999999999999": "3", "table-x": "1"},
    "plan_sittings": {"date-2": "2123-11-29", "time-2": "13:45"},
    "clock_start": {"anyway": "no", "sitting": "1"},
    "clock_plan": {"date": "2123-11-29", "time": "12:30"},
    "clock_extension": {"minutes": "5", "reason": "停电"},
    "day_proposal": {"date": "2123-11-29", "time": "12:30", "place": "工会活动室"},
    "day_acceptance": {"at": "2123-11-29T12:30:00+08:00"},
    "sheet_deals": {"seen": "0", "order": "NS", "kind": "regular"},
    "sheet_undo": {"seen": "0"},
    "sheet_bell": {"seen": "0", "in_hand": "yes"},
    "sheet_result": {"seen": "0"},
    "sheet_agreement": {"seen": "0", "side": "home", "agrees": "no", "note": "x"},
    "sheet_correction": {"seen": "0", "deal": "1", "order": "NS", "reason": "记错"},
    "sheet_penalty": {"seen": "0", "penalty": "home:late", "effect": "offender_down", "amount": "1", "note": "x"},
    "sheet_strike": {"seen": "0", "penalty": "1", "reason": "误判"},
    "sheet_extension": {"minutes": "5", "reason": "换牌"},
    "sheet_referee": {"note": "x"},
    "sheet_check_in": {"here": "1", "gone": "2"},
    "check_in": {"here": "1", "gone": "2", "branch": "1", "name": "甲"},
    "desk_match_check_in": {"here": "1", "gone": "2"},
    "desk_match_choice": {"submission": "1", "take": "yes", "reason": "核实"},
    "desk_match_extension": {"minutes": "5", "reason": "换牌"},
    "ruling_forfeit": {"side": "home", "note": "堵车"},
    "ruling_absence": {"note": "无人"},
    "ruling_disqualification": {"side": "home", "reason": "冒名"},
    "ruling_decision": {"side": "home", "reason": "改判"},
    "ruling_correction": {"reason": "记错"},
    "ruling_uphold": {"reason": "维持"},
    "ruling_resumption": {"reason": "重打"},
    "remedy_signature": REMEDY,
    "clock_pause": {"key": "one"},
}

Field = tuple[str, str]
"""A view and one of its fields."""

KINDS = {"number": r"\d+", "day": r"\d{4}-\d\d-\d\d", "time": r"\d\d:\d\d", "day and time": r"\d{4}-\d\d-\d\dT.*",
         "code": r"[a-z_-]+(:[a-z_]+)?"}  # fmt: skip


def kind_of(value: str) -> str:
    """What kind of field takes the value."""
    return next((kind for kind, shape in KINDS.items() if re.fullmatch(shape, value)), "text")


def nonsense_of(fields: Iterable[tuple[Field, str]]) -> dict[Field, tuple[str, ...]]:
    """What each field is given: all fields of a kind together every nonsense, each at least one."""
    kinds: dict[str, list[Field]] = {}
    for name, value in fields:
        kinds.setdefault(kind_of(value), []).append(name)
    nonsense = {}
    for names in kinds.values():
        share = -(-len(GARBAGE) // len(names))
        for turn, name in enumerate(names):
            nonsense[name] = tuple(GARBAGE[(turn * share + i) % len(GARBAGE)] for i in range(share))
    return nonsense


WRITTEN_DOWN = nonsense_of(
    ((view, name), value)
    for views in (IN_REGISTRATION, ON_THE_DAY)
    for view, fields in views.items()
    for name, value in fields.items()
)
FORMS_AND_PAGES = [address for address in ADDRESSES if not address.is_api]
READ_FROM_THE_PAGE = ("settings", "entry", "branch_entry", "event_again")
WITHOUT_FIELDS = {
    "archival", "restoration", "branch_removal", "team_restoration", "people_password", "people_revocation",
    "people_confirmation", "plan_announcement",
    "branch_entry_line_up",  # an event without boards has none
    "challenge_withdrawal", "season_closing",
    "plan_assignment", "desk_pairing", "desk_pairing_undo",
    "desk_call", "clock_resume", "sheet_call", "desk_match_call",
    "desk_match_answer", "desk_next", "desk_check_in", "desk_call_undo", "desk_match_call_undo",
    "clock_start_undo", "clock_pause_undo", "clock_extension_undo", "desk_match_extension_undo",
    "awards_equals_decision", "awards_equals_reopening", "round_draw",
    "awards_confirmation", "deletion", "sign_out", "mail_server_removal", "language",
    "series_leaving", "series_deletion", "slips_issue", "roster_preview", "match_slip_revocation",
    "match_slip_renewal", "own_file_removal", "document_set", "link", "entry_acceptance", "entries_acceptance",
    "entry_links_issue", "entry_link_renewal", "entry_link_revocation", "entry_reminder", "channel_test",
    "channel_removal", "program_revocation", "webhook_test", "webhook_switch", "webhook_removal",
    "wording_restoration", "announcement_withdrawal", "event_import", "event_import_preview",
    # nowhere unless the house's account opens one here (tests/accounts)
    "identity", "identity_back", "identity_account", "identity_removal",
}  # fmt: skip


@pytest.fixture(scope="module")
def registration(module_db: None) -> Tournament:
    """An event with a draw to be confirmed, which is being shown."""
    tournament = a_tournament(slug="registration", branches=2, teams=2, rounds=2)
    preview_draw(tournament, by=None)
    open_ceremony(tournament, by=None)
    join_series(a_tournament(preset="s001_4_month"), a_series(), by=None)
    a_channel(tournament)
    return tournament


@pytest.fixture(scope="module")
def round_day(module_db: None) -> Tournament:
    """An event whose first round is running, long enough for somebody to be late."""
    tournament = a_drawn_tournament(slug="round-day", started=True)
    rounds = Round.objects.filter(stage__tournament=tournament, number=1)
    rounds.update(starts_at=timezone.now() - timedelta(minutes=1))
    Notice.objects.create(
        tournament=tournament, kind=NoticeKind.ROUND_SOON, key="waits", round=rounds.get(),
        due_at=timezone.now() + timedelta(days=1), made_at=timezone.now(),
    )  # fmt: skip
    a_channel(tournament)
    return tournament


def a_channel(event: Tournament) -> None:
    """A chat group of the event, and a webhook."""
    Channel.objects.create(tournament=event, name="群", service=Service.WECOM, mark="x")
    Webhook.objects.create(tournament=event, name="排行榜")


def office(event: Tournament) -> Client:
    """The browser of somebody who may do everything."""
    person = a_user(username="office", is_staff=True)
    for kind in RoleKind:
        a_role(event, kind, user=person)
    return signed_in(person)


def path_of(view: str, event: Tournament) -> str:
    """The address of the view, for the first of whatever it names."""
    pattern = next(str(address) for address in FORMS_AND_PAGES if address.name == view)
    branch = event.branches.get(number=1)
    key = {"branches": branch.pk, "teams": branch.teams.first().pk, "people": event.roles.first().user_id}
    key |= {"outbox": event.notices.first().pk} if event.notices.exists() else {}
    key |= {"channels": event.channels.first().pk}
    key |= {"webhooks": Webhook.objects.get(tournament=event).pk}
    pk = next((value for noun, value in key.items() if f"{noun}/<" in pattern), 0)
    values = {"slug": event.slug, "token": "1.x", "number": 1, "match": 1, "kind": "referee", "code": "en", "pk": pk}
    values |= {"series": "monthly", "event": event.slug, "key": "timetable", "paper": "seal", "game": "guandan"}
    values |= {"name": "results", "form": "text"}
    values |= {"notice": "match_soon"}
    values |= {"token": turn_token(branch)} if "draw/<" in pattern else {}
    values |= {"token": my_token(event, branch=branch.pk)} if "my/<" in pattern else {}
    return re.sub(r"<\w+:(\w+)>", lambda match: str(values[match[1]]), pattern)


def status_of(browser: Client, path: str, fields: dict[str, str]) -> int:
    """The status of the answer, of which nothing stays in the database."""
    with transaction.atomic():
        status = browser.post(path, {"seen": "0", **fields}).status_code
        transaction.set_rollback(True)
    return status


def errors(
    browser: Client, path: str, view: str, fields: dict[str, str], nonsense: dict[Field, tuple[str, ...]]
) -> list[tuple[str, str]]:
    """The fields, each in turn holding its nonsense, and the nonsense that was no refusal but an error."""
    pairs = [(name, bad) for name in fields for bad in nonsense.get((view, name), ())]
    assert pairs
    return [(name, bad[:20]) for name, bad in pairs if status_of(browser, path, {**fields, name: bad}) >= 500]


def errors_on_the_page(browser: Client, path: str, fields: dict[str, str]) -> list[tuple[str, str]]:
    """The same for a form whose fields stand on a page: a quarter of them hold nonsense."""
    pairs = list(fields.items())[::4]
    return errors(browser, path, "", fields, nonsense_of((("", name), value) for name, value in pairs))


def test_every_kind_of_field_meets_every_nonsense_and_every_field_its_share():
    met: dict[str, set[str]] = {}
    for (view, name), values in WRITTEN_DOWN.items():
        assert values, (view, name)
        met.setdefault(kind_of({**IN_REGISTRATION, **ON_THE_DAY}[view][name]), set()).update(values)
    assert set(met) == {*KINDS, "text"}
    assert all(nonsense == set(GARBAGE) for nonsense in met.values())


@pytest.mark.parametrize("view", some(IN_REGISTRATION))
def test_nonsense_during_registration_is_no_error(registration, view):
    browser, path = office(registration), path_of(view, registration)
    assert not errors(browser, path, view, IN_REGISTRATION[view], WRITTEN_DOWN)


@pytest.mark.parametrize("view", some(ON_THE_DAY))
def test_nonsense_on_the_round_day_is_no_error(round_day, view):
    assert not errors(office(round_day), path_of(view, round_day), view, ON_THE_DAY[view], WRITTEN_DOWN)


@in_ci_only
@pytest.mark.parametrize("view", some(READ_FROM_THE_PAGE))
def test_nonsense_in_a_long_form_is_no_error(registration, view):
    browser, path = office(registration), path_of(view, registration)
    assert not errors_on_the_page(browser, path, form_fields(markup(browser.get(path)), path))


def test_nonsense_for_a_lot_is_no_error(registration):
    teams = Team.objects.filter(branch__tournament=registration)
    lots = {f"position-{team.pk}": str(position) for position, team in enumerate(teams, start=1)}
    assert not errors_on_the_page(office(registration), path_of("draw_lots", registration), lots)


def test_day_that_nobody_can_reckon_with_is_refused(registration):
    browser = office(registration)
    settings, plan = path_of("settings", registration), path_of("plan_rounds", registration)
    present = form_fields(markup(browser.get(settings)), settings)
    before = all_rows()
    for day in ("0001-01-01", "1999-12-31", "3001-01-01", "9999-12-31"):
        for path, typed in (
            (path_of("event_new", registration), NEW_EVENT | {"first_day": day}),
            (settings, present | {"draw": f"{day}T00:00"}),
            (plan, IN_REGISTRATION["plan_rounds"] | {"seen": "0", "date-2": day, "time-2": "00:00"}),
        ):
            assert browser.post(path, typed).status_code == 422, (path, day)
    assert all_rows() == before


def test_key_that_cannot_be_kept_is_refused(round_day):
    browser = office(round_day)
    for key in ("\x00", "k" * 81):
        assert status_of(browser, path_of("clock_pause", round_day), {"key": key}) == 422


@in_ci_only
def test_every_form_of_the_site_is_tried(round_day):
    browser = office(round_day)
    session = browser.cookies["sessionid"].value
    taking = set()
    for address in FORMS_AND_PAGES:
        browser.cookies["sessionid"] = session  # one of them signs out
        if status_of(browser, path_of(address.name, round_day), {}) != 405:
            taking.add(address.name)
    assert taking == {*IN_REGISTRATION, *ON_THE_DAY, *READ_FROM_THE_PAGE, "draw_lots", *WITHOUT_FIELDS}
