"""An event as a file: written, held against its schema, and read in again as the same event with the same pages."""

import gzip
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from jsonschema import Draft202012Validator

from accounts.models import User
from archives.actions.importing import import_event
from archives.checking import read_event_file
from archives.queries import event_file, origin_of
from archives.references import in_event
from archives.schema import event_schema
from archives.tables import BY_MODEL, EVENT, SERIES
from journal.models import Event
from journal.refusals import Doubtful, Refused
from notices.models import Delivery
from scoring.models import Sheet
from tests.architecture.source import ROOT
from tests.archives.copies import a_played_preset, copied, public_pages, read_in, sent, written
from tests.archives.decided import LEFT_OUT
from tests.factories import a_drawn_tournament, a_user
from tests.rows import all_rows
from tests.thorough import THOROUGH, in_ci_only, some
from tests.tournaments.bracket.test_remedies import a_played_day, sign
from tests.tournaments.day.individuals import a_day_of_individuals
from tests.tournaments.day.ladders import a_ladder, challenged, decided, order
from tests.tournaments.day.leagues import a_league
from tests.tournaments.equals import a_circle
from tests.tournaments.event.test_presets_played import OF_EVERY_KIND
from tests.tournaments.event.test_removal import a_full_rehearsal
from tests.tournaments.played import decide
from tests.tournaments.series.seasons import OF_BRANCHES, SETTINGS, a_played_event, a_series
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stage_view, stages_of, standing
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import source_fields
from tournaments.day.actions.matches import enter_deal
from tournaments.day.actions.own_days import set_day
from tournaments.draw.actions.places import decide_places
from tournaments.entries.actions.teams import withdraw_team
from tournaments.formats.matches import Side
from tournaments.models import Booking, Draw, Match, PlaceDecision, Player, Round, Series, Team, Tournament
from tournaments.series.queries import settings_of
from tournaments.states import EqualsDecided, MatchState, RemedyKind, TeamState

pytestmark = pytest.mark.django_db
FEW = ("s001_5", "s003")
"""Outside .ci/run: another game, and stages."""


def test_schema_is_published_as_it_is():
    published = (ROOT / "docs" / "event.schema.json").read_text(encoding="utf-8")
    assert json.loads(published) == event_schema(), "write it anew: manage.py event_schema > docs/event.schema.json"
    Draft202012Validator.check_schema(event_schema())


def test_every_table_is_kept_or_left_out_for_a_reason():
    """A new table of events is put into `archives.tables`, or with the reason into `decided.LEFT_OUT`; no column is
    named there that is gone."""
    kept_models = {EVENT.model: EVENT, SERIES.model: SERIES, **BY_MODEL}
    models = [model for app in ("accounts", "journal", "scoring", "tournaments", "notices")
              for model in apps.get_app_config(app).get_models()]  # fmt: skip
    undecided = [
        model._meta.label for model in models if model not in kept_models and model._meta.label not in LEFT_OUT
    ]
    for table in kept_models.values():
        own = {column.name for column in (*table.model._meta.concrete_fields, *table.model._meta.local_many_to_many)}
        named = {*table.decided, *table.private, *table.lists}
        undecided += [f"{table.model._meta.label}.{name} is gone" for name in named - own]
        unlisted = {column.name for column in table.model._meta.local_many_to_many} - {*table.lists}
        undecided += [f"{table.model._meta.label}.{name}" for name in unlisted]
    assert not undecided


def test_event_under_way_comes_back_as_it_was_and_goes_on():
    """Everything that can happen has happened: corrections, penalties, phones that differ, substitutes."""
    a_full_rehearsal()
    sign(a_played_day(), RemedyKind.REPLAY)
    office = a_user(is_staff=True)
    for tournament in Tournament.objects.order_by("pk"):
        file = event_file(tournament, personal=True)
        assert not list(Draft202012Validator(event_schema()).iter_errors(file))
        made = import_event(read_event_file(sent(file)), by=office, slug=f"{tournament.slug}-copy")
        last = Event.objects.filter(journal=made.journal).last()
        assert (last.kind, last.public, last.by) == ("tournament.imported", False, office)
        again = event_file(made, personal=True)
        assert again.pop("event") == file.pop("event") | {"slug": made.slug}
        for notice in file["notices"]:  # no mail goes out by itself from here
            notice["state"] = notice["state"].replace("pending", "no_address")
        assert again == file
        assert origin_of(made) == origin_of(tournament)
        assert sheets_of(made) == sheets_of(tournament)
        assert bookings_of(made) == bookings_of(tournament)
        assert not Delivery.objects.filter(notice__tournament=made).exists()
    busy = Tournament.objects.get(slug="busy")
    assert public_pages(Tournament.objects.get(slug="busy-copy")) == public_pages(busy)
    acted = User.objects.filter(username__startswith="@event-")
    assert acted.exists()
    assert not acted.filter(is_active=True).exists()
    playing = Match.objects.filter(stage__tournament__slug="busy-copy", state=MatchState.PLAYING).last()
    enter_deal(playing, "NS", by=office)


def sheets_of(tournament):
    return list(Sheet.objects.filter(journal=tournament.journal).order_by("pk").values_list("standing", "winner"))


def bookings_of(tournament):
    booked = Booking.objects.filter(match__stage__tournament=tournament)
    return sorted(booked.values_list("match__number", "kind", "during"), key=str)


@in_ci_only
@pytest.mark.parametrize("key", OF_EVERY_KIND if THOROUGH else FEW)
def test_every_format_and_game_has_the_same_pages_on_another_site(key):
    tournament = a_played_preset(key)
    before = public_pages(tournament)
    assert len(before) > 10
    made = copied(tournament, personal=False)
    assert public_pages(made) == before


def test_file_without_personal_data_holds_names_alone():
    event = a_drawn_tournament()
    withdraw_team(Team.objects.earliest("pk"), by=a_user(), reason="出差")
    event.branches.update(contact_name="联络人", contact_phone="010 5555 0100", contact_mail="contact@branch.example")
    Player.objects.update(gender="f", remark="备注", mail="player@branch.example")
    text, full_text = (sent(event_file(event, personal=personal)).decode() for personal in (False, True))
    for private in ("player@branch.example", "contact@branch.example", "010 5555", "备注", '"gender"', "contact_name"):
        assert private not in text
        assert private in full_text
    made = copied(event, personal=False)
    assert made.branches.filter(contact_mail="", contact_name="").count() == made.branches.count()
    assert made.branches.filter(teams__state=TeamState.WITHDRAWN).exists()


def test_second_copy_is_asked_about_and_an_address_is_nobody_elses():
    tournament = a_drawn_tournament()
    file = read_event_file(sent(event_file(tournament)))
    before = all_rows()
    with pytest.raises(Doubtful) as doubted:
        import_event(file, by=None, slug="second", sure=())
    assert [problem.code for problem in doubted.value.problems] == ["event_here_already"]
    for slug, code in ((tournament.slug, "slug_taken"), ("No slug!", "slug_invalid")):
        with pytest.raises(Refused) as refused:
            import_event(file, by=None, slug=slug)
        assert [problem.code for problem in refused.value.problems] == [code]
    assert all_rows() == before
    made = import_event(file, by=None, slug="second", sure=[problem.signature for problem in doubted.value.problems])
    assert Tournament.objects.exclude(pk=made.pk).get() == tournament


def test_event_of_a_series_makes_or_joins_it():
    series = a_series()
    file = written(a_played_event(series))
    Tournament.objects.update(series=None)
    assert read_in(file, "joined").series == series
    Tournament.objects.update(series=None)
    Series.objects.all().delete()
    made = read_in(file, "made")
    assert (made.series.slug, made.series.name, made.series.scale) == (series.slug, series.name, series.scale)
    assert import_event(read_event_file(sent(file)), by=None, slug="alone", with_series=False).series is None
    Tournament.objects.filter(pk=made.pk).update(seats=1)
    with pytest.raises(Refused) as refused:
        read_in(file, "other")
    assert [problem.code for problem in refused.value.problems] == ["seats_differ"]


def test_event_of_a_series_that_ranks_branches_comes_with_its_settings():
    how = replace(OF_BRANCHES, branch_scale=(13, 11, 10), branch_best=2)
    file = written(a_played_event(a_series("meeting", how)))
    Tournament.objects.update(series=None)
    Series.objects.all().delete()
    made = read_in(file, "made")
    assert settings_of(made.series) == how
    Tournament.objects.filter(pk=made.pk).update(seats=1)
    assert read_in(file, "other").series == made.series
    with pytest.raises(Refused) as refused:
        read_in(file | {"event": file["event"] | {"is_season_final": True}}, "final")
    assert [problem.code for problem in refused.value.problems] == ["branches_without_final"]


def test_event_of_a_file_of_version_6_is_not_rated_and_a_series_of_version_5_ranks_teams():
    event = a_played_event(a_series())
    Tournament.objects.filter(pk=event.pk).update(is_rated=True)
    newest = written(event)
    assert read_in(newest, "newest").is_rated
    older = of_version(6, newest, event="is_rated")
    assert not read_in(older).is_rated
    Tournament.objects.update(series=None)
    Series.objects.all().delete()
    oldest = of_version(5, older, series="counts branch_scale branch_best share_points")
    assert settings_of(read_in(oldest, "oldest").series) == SETTINGS


def of_version(number, file, **gone):
    """As a program of then wrote it: each table named without the columns that came later."""
    for table, columns in gone.items():
        rows = file[table] if isinstance(file[table], list) else [file[table]]
        rows = [{name: value for name, value in row.items() if name not in columns.split()} for row in rows]
        file = file | {table: rows if isinstance(file[table], list) else rows[0]}
    return file | {"version": number}


def test_days_that_were_agreed_come_with_the_event_and_older_files_know_none():
    league = a_league()
    match = league.match(1)
    set_day(match, league.round.starts_at + timedelta(days=2), "工会活动室", by=None)
    newest = written(league.tournament)
    made = read_in(newest, "newest")
    same = Match.objects.get(stage__tournament=made, number=1)
    assert (made.own_days, same.agreed_at, same.agreed_place) == (7, league.match(1).agreed_at, "工会活动室")
    assert same.bookings.count() == 2
    of_days = "agreed_at agreed_place proposed_at proposed_place proposed_by"
    before = read_in(of_version(7, newest, event="own_days", matches=of_days))
    assert (before.own_days, Match.objects.get(stage__tournament=before, number=1).agreed_at) == (0, None)


def test_individuals_keep_their_partners_and_older_files_have_none():
    day = a_day_of_individuals(people=9)
    decide(1)
    newest = written(day.tournament)
    assert newest["version"] == 9
    made = read_in(newest, "same-again")
    stages = (made.stages.get(), day.tournament.stages.get())
    tables = [[(row.place, row.won, row.points, row.team.branch) for row in standing(stage_view(s))] for s in stages]
    assert tables[0] == tables[1]

    partners = "home_partner home_partner_position away_partner away_partner_position"
    plain = written(a_drawn_tournament())
    before = read_in(of_version(8, plain, event="changing_partners", matches=partners))
    assert not before.changing_partners
    assert not Match.objects.filter(stage__tournament=before, home_partner__isnull=False).exists()


def test_ladder_comes_with_its_order_and_a_file_of_version_8_knows_none():
    ladder = a_ladder()
    decided(ladder, 3, 1)
    challenged(ladder, 5, 4)
    made = read_in(written(ladder.tournament), "newest")
    assert order(replace(ladder, tournament=made)) == order(ladder) == [3, 2, 1, 4, 5, 6]
    same = Match.objects.get(stage__tournament=made, number=2)
    assert same.challenged_at == ladder.match(2).challenged_at
    older = of_version(8, written(a_drawn_tournament()), matches="challenged_at", rounds="closed_at")
    assert not read_in(older).stages.filter(rounds__closed_at__isnull=False).exists()


@pytest.mark.parametrize("name", some(["double", "knockout", "swiss"]))
def test_file_of_version_1_comes_in_with_the_sources_of_its_format(client, name):
    made = read_in(json.loads(of_version_1(name)))
    stage = made.stages.get()
    matches = list(stage.matches.order_by("number"))
    for match, planned in zip(matches, format_of(stage).plan(stage.size), strict=True):
        assert match.place_for == planned.place_for
        for side in Side:
            for column, value in source_fields(side, getattr(planned, side), lambda n: matches[n - 1].pk).items():
                assert getattr(match, column) == value
    for page in ("bracket", "rounds", "results"):
        assert client.get(f"/e/older/{page}/").status_code == 200


def with_opposite_halves(file):
    """As versions 1 and 2 have it."""
    for row in (file["event"], *file["draws"]):
        row["opposite_halves"] = row.pop("branches_apart") == "halves"
    return file


def test_file_of_version_2_keeps_the_rule_of_its_draw_and_one_clock_for_its_matches():
    for best_of, apart, comes_in in ((1, "halves", "halves"), (3, "none", "first_round")):
        file = written(a_drawn_tournament(best_of=best_of))
        file["event"]["branches_apart"] = file["draws"][0]["branches_apart"] = apart
        older = of_version(2, with_opposite_halves(file), event="match_clock", clocks="games")
        made = read_in(older, f"best-of-{best_of}")
        draw, clocks = Draw.objects.get(stage__tournament=made), Round.objects.filter(stage__tournament=made)
        assert (made.branches_apart, draw.branches_apart, made.match_clock) == (comes_in, comes_in, best_of > 1)
        assert set(clocks.values_list("clock__games", flat=True)) == {1}


def test_file_of_version_4_rings_where_the_rules_of_a_stage_limit_the_time():
    for slug, game, rings in (("levels", "guandan", True), ("wins", "win_loss", False)):
        made = read_in(of_version(4, written(a_drawn_tournament(game=game)), clocks="rings"), slug)
        assert set(Round.objects.filter(stage__tournament=made).values_list("clock__rings", flat=True)) == {rings}


def test_what_was_decided_of_equals_comes_along_and_of_version_2_the_number_drawn_at_last():
    day = a_circle()
    teams = list(Team.objects.filter(branch__tournament=day.tournament).values_list("pk", flat=True))
    older = of_version(2, with_opposite_halves(written(day.tournament)))
    del older["place_decisions"]
    decision = decide_places(day.tournament.stages.get(), teams, EqualsDecided.DRAWN, by=day.chief)
    made = copied(day.tournament)
    copy = PlaceDecision.objects.get(stage__tournament=made)
    assert (copy.how, copy.seed, len(copy.teams)) == ("drawn", decision.seed, 3)
    one, other = ([r.team.branch for r in standing(stages_of(rounds(t))[0])] for t in (day.tournament, made))
    assert one == other
    facts = Event.objects.filter(journal=made.journal, kind="places.decided").get().data
    assert [team["id"] for team in facts["equals"]] == copy.teams

    for settings, criteria in (({}, ["wins", "difference", "mutual"]), ({"criteria": ["points"]}, ["points"])):
        older["stages"][0]["settings"] = settings
        made = read_in(older, f"by-{criteria[0]}")
        assert made.stages.get().settings == {"criteria": [*criteria, "lot"]}
        assert [row.place for row in standing(stages_of(rounds(made))[0])] == [1, 2, 3]


def test_older_file_that_cannot_be_brought_up_is_refused():
    older, before = json.loads(of_version_1("knockout")), all_rows()
    for change in ({"version": 0}, {"matches": [older["matches"][0] | {"home_source": "__import__('os')"}]}):
        with pytest.raises(Refused) as refused:
            read_event_file(sent(older | change))
        assert [problem.code for problem in refused.value.problems] == ["event_file_unreadable"]
    assert all_rows() == before


def of_version_1(name):
    return gzip.decompress((Path(__file__).parent / "version_1" / f"{name}.json.gz").read_bytes())


def test_teams_of_a_pairing_or_of_lots_and_those_absent_are_renumbered():
    reason = {"teams": [7, None, 9], "why": ["floated"]}
    data = {"reasons": [reason], "absent": [8], "teams": [7], "positions": [None, 7]}
    moved = in_event(data, lambda table, number: number + (100 if table == "teams" else 0))
    reason = {"teams": [107, None, 109], "why": ["floated"]}
    assert moved == {"reasons": [reason], "absent": [108], "teams": [107], "positions": [None, 107]}
