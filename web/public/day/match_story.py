"""走势 of a game as the page of its match shows it: the drawing, the sentences, and the table in its place."""

from dataclasses import dataclass

from scoring.models import Sheet
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.stories import Moment, Story, story_of
from tournaments.chronicle.words.stories import drawing_words, percent, stood_words, story_summary, turn_words
from tournaments.forecast.race import DEAL_MINUTES
from web.public.day.race_drawing import Drawing, drawing


@dataclass(frozen=True)
class StoryRow:
    """A deal or penalty in the table."""

    moment: Moment
    stood: str
    chance: str
    is_turn: bool


@dataclass(frozen=True)
class StoryView:
    """``sentences``: the whole in one, then a line for each turning point."""

    story: Story
    home: str
    drawing: Drawing
    title: str
    whole: str
    turns: tuple[str, ...]
    rows: tuple[StoryRow, ...]
    deal_minutes: int = int(DEAL_MINUTES)


def match_story(match: MatchView, sheet: Sheet) -> StoryView | None:
    """None before the first deal, while phones differ on one, and in games without a race."""
    story = None if match.contested else story_of(sheet)
    if story is None:
        return None
    home, away = map(side_words, match.lines)
    return StoryView(
        story=story,
        home=home,
        drawing=drawing(story),
        title=drawing_words(story, home, away),
        whole=story_summary(story, home, away),
        turns=tuple(turn_words(story, *turn, home, away) for turn in story.turning),
        rows=tuple(
            StoryRow(moment, stood_words(story, moment), percent(moment.chance), bool(moment.turns))
            for moment in story.moments[1:]
        ),
    )
