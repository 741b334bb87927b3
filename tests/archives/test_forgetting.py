"""Who played is forgotten, what was played stays."""

import json
from datetime import timedelta

import pytest
from django.apps import apps

from archives.actions.forgetting import forget_everybody, forget_person, keep_personal_data
from archives.queries import event_file
from archives.tables import EVENT, SERIES, TABLES, is_text
from journal.models import Event
from journal.refusals import Doubtful, Refused
from notices.models import Announcement, Attachment, Delivery, Notice
from notices.states import NoticeKind, NoticeState
from tests.archives.decided import HANDLED, INNOCENT
from tests.e2e.busy import a_finished_event
from tests.factories import a_tournament, a_user
from tests.made_once import once_a_module
from tests.rows import all_rows
from tests.thorough import in_ci_only
from tests.tournaments.event.test_removal import a_full_rehearsal
from tests.tournaments.series.seasons import a_series
from tournaments.event.queries.keeping import keeping_of
from tournaments.models import Branch, Player, Series, Substitution, Team, Tournament
from tournaments.series.actions import merge_competitors
from tournaments.series.queries import season

pytestmark = pytest.mark.django_db
WHO, HIS_BRANCH = "欧阳某某", "机关分会四组"


def everything() -> str:
    """All that stands in the database, as one text."""
    rows = {**all_rows(), **{model.__name__: list(model.objects.values()) for model in (Notice, Delivery)}}
    return json.dumps(rows, default=str, ensure_ascii=False)


def test_every_text_of_the_database_is_decided_upon():
    """A new text or JSON column may hold a name: `archives.tables`, or for a table outside the file `decided`, says
    whether it is searched, emptied by itself, or names nobody. A field of the entry form says it in its row."""
    decided = {f"{table.model._meta.label}.{name}" for table in (EVENT, SERIES, *TABLES) for name in table.decided}
    decided |= HANDLED.keys() | INNOCENT
    columns = {
        f"{model._meta.label}.{column.name}"
        for app in ("accounts", "journal", "scoring", "tournaments", "notices", "integrations")
        for model in apps.get_app_config(app).get_models()
        for column in model._meta.concrete_fields
        if is_text(column)
    }
    assert sorted(columns - decided) == []
    assert sorted((HANDLED.keys() | INNOCENT) - columns) == []


def somebody_named_everywhere():
    """In the middle of a day somebody came for 欧阳某某, who is named wherever a name can stand."""
    busy = a_full_rehearsal()
    tournament = busy.tournament
    came = Substitution.objects.get().came
    assert came.team.branch.tournament == tournament
    branch = came.team.branch
    Branch.objects.filter(pk=branch.pk).update(name=HIS_BRANCH, leader_name=WHO, leader_gender="m", contact_name=WHO)
    Player.objects.filter(pk=came.pk).update(name=WHO, gender="m", remark="左手", mail="ouyang@branch.example")
    Player.objects.filter(team__branch__number=1, team__ordinal=1, number=1).update(name=f"{WHO}二世")
    Substitution.objects.update(reason=f"{WHO}替队友出赛")
    withdrawn = Team.objects.filter(branch__tournament=tournament, state="withdrawn").first()
    Team.objects.filter(pk=withdrawn.pk).update(withdrawn_reason=f"和{WHO}、{WHO}二世说好了")
    for event in Event.objects.filter(journal=tournament.journal, kind="player.substituted"):
        event.data |= {"came": WHO, "reason": f"{WHO}替队友出赛", "team": event.data["team"] | {"branch": HIS_BRANCH}}
        event.save()
    notice = Notice.objects.filter(tournament=tournament).first()
    Notice.objects.filter(pk=notice.pk).update(own_words=f"请{WHO}到场")
    for number, state in enumerate(("pending", "sent")):
        Delivery.objects.create(
            notice=notice, address=f"{'O' if number else 'o'}uyang@branch.example", message_id=str(number), state=state
        )
    return busy


made_once, busy = once_a_module(somebody_named_everywhere)


def test_person_is_forgotten_wherever_he_is_named(busy):
    tournament = busy.tournament
    before, people = results_of(tournament), Player.objects.count()
    with pytest.raises(Doubtful) as doubted:
        forget_person(tournament, HIS_BRANCH, WHO, by=busy.office, sure=())
    sure = [problem.signature for problem in doubted.value.problems]
    assert [problem.code for problem in doubted.value.problems] == ["forgets_for_good"]
    called = forget_person(tournament, HIS_BRANCH, " 欧阳某某", by=busy.office, sure=sure)
    assert called.startswith("队员")
    left = everything()
    assert WHO not in left.replace(f"{WHO}二世", "")
    assert "ouyang@" not in left.lower()
    assert "左手" not in left
    assert left.count(f"{WHO}二世") == 2  # himself, and the reason in which he is named
    assert f"请{called}到场" in left
    assert f"和{called}、{WHO}二世说好了" in left
    assert f"{called}替队友出赛" in left
    assert results_of(tournament) == before
    assert Player.objects.count() == people
    player = Player.objects.get(team__branch__tournament=tournament, team__branch__name=HIS_BRANCH, name=called)
    assert (player.gender, player.remark, player.mail) == ("", "", "")
    states = dict(Delivery.objects.filter(address__startswith="forgotten-").values_list("message_id", "state"))
    assert states == {"0": "cancelled", "1": "sent"}
    last = Event.objects.filter(journal=tournament.journal).last()
    assert (last.kind, last.public, last.by) == ("person.forgotten", True, busy.office)
    assert last.data == {"branch": HIS_BRANCH, "placeholder": called}
    with pytest.raises(Refused, match="nobody_of_that_name"):
        forget_person(tournament, HIS_BRANCH, WHO, by=busy.office)


def test_everybody_is_forgotten_and_what_was_played_stays(busy):
    tournament = Tournament.objects.get(pk=busy.tournament.pk)
    before, names = results_of(tournament), set(Player.objects.values_list("name", flat=True))
    Branch.objects.filter(name=HIS_BRANCH).update(contact_phone="010 5555 0100")
    Tournament.objects.filter(pk=tournament.pk).update(archived_at=tournament.closes_at)  # also out of the archive
    announcement = Announcement.objects.create(tournament=tournament, title="名单", text="见附件")
    Attachment.objects.create(announcement=announcement, name="名单.xlsx", content=WHO.encode())
    forgotten = forget_everybody(tournament, by=busy.office)
    left = everything()
    written = (WHO, "左手", "备注", "010 5555 0100", "branch.example")
    for private in (*written, *(name for name in names if "队员" not in name)):
        assert private not in left, private
    assert results_of(tournament) == before
    people = Player.objects.filter(team__branch__tournament=tournament)
    assert not people.exclude(gender="", remark="", mail="").exists()
    assert all(name.startswith("队员") for name in people.values_list("name", flat=True))
    for branch in tournament.branches.all():
        own = list(Player.objects.filter(team__branch=branch).values_list("name", flat=True))
        assert len(own) == len(set(own))
    assert forgotten >= people.count()
    tournament.refresh_from_db()
    assert tournament.forgotten_at is not None
    assert not Attachment.objects.exists()
    assert Event.objects.filter(journal=tournament.journal).last().kind == "people.forgotten"


def results_of(tournament: Tournament) -> object:
    """The event without what is said of people."""
    file = event_file(tournament)
    return {name: file[name] for name in ("matches", "results", "games", "sheets", "deals", "draws", "check_ins")}


def places_of_season() -> list[object]:
    return [(line.ranked.rank, line.scores, line.ranks, line.teams) for line in season(Series.objects.get()).lines]


@in_ci_only
def test_series_knows_who_was_forgotten_in_all_its_events():
    series, office = a_series(), a_user(is_staff=True)
    for event in range(2):
        tournament = a_finished_event() if not event else a_tournament(slug="second", branches=4, teams=2)
        Tournament.objects.filter(pk=tournament.pk).update(series=series)
    first, second = series.events.order_by("pk")
    lines = season(series).lines
    merge_competitors(Series.objects.get(), lines[1].key, lines[0].key, by=office)
    before = places_of_season()
    with pytest.raises(Doubtful) as doubted:
        forget_everybody(Tournament.objects.get(pk=first.pk), by=office, sure=())
    assert [problem.code for problem in doubted.value.problems] == ["forgets_for_good", "series_parted"]
    forget_everybody(Tournament.objects.get(pk=first.pk), by=office, with_series=True)
    assert places_of_season() == before
    assert Tournament.objects.exclude(forgotten_at=None).count() == 2
    # and one person, in every event of the site
    of_series = Player.objects.filter(team__branch__name="第1分会", team__branch__tournament__series=series)
    of_series.filter(name="队员甲").update(name="上官某某")
    called = forget_person(second, "第1分会", "上官某某", by=office, everywhere=True)
    assert of_series.filter(name=called).count() == 2
    assert "上官某某" not in everything()


def test_office_is_reminded_when_the_time_is_over():
    tournament = a_finished_event()
    reminders = Notice.objects.filter(tournament=tournament, kind=NoticeKind.PERSONAL_DATA)
    keeping = keeping_of(tournament)
    assert (keeping.months, keeping.over) == (12, False)
    reminder = reminders.get(state=NoticeState.PENDING)
    assert reminder.due_at == keeping.until
    keep_personal_data(tournament, 1, by=None)
    reminder = reminders.get(state=NoticeState.PENDING)
    assert reminder.due_at - tournament.awards_confirmed_at < timedelta(days=32)
    with pytest.raises(Refused, match="number_out_of_range"):
        keep_personal_data(tournament, 0, by=None)
    Tournament.objects.filter(pk=tournament.pk).update(
        awards_confirmed_at=tournament.awards_confirmed_at - timedelta(days=99)
    )
    assert keeping_of(Tournament.objects.get(pk=tournament.pk)).over
    forget_everybody(Tournament.objects.get(pk=tournament.pk), by=None)
    assert not reminders.filter(state=NoticeState.PENDING).exists()
    assert not keeping_of(Tournament.objects.get(pk=tournament.pk)).over
