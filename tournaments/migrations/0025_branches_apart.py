"""同分会回避 becomes one choice of several. What was drawn before keeps its rule: opposite halves, or the first round.

``opposite_halves`` is read no more and stays in the database until the next release, with a default for new rows.
"""

from django.db import migrations, models

APART = [
    ("none", "drawn by lot alone"),
    ("first_round", "apart in the first round"),
    ("two_rounds", "apart in the first two rounds"),
    ("three_rounds", "apart in the first three rounds"),
    ("four_rounds", "apart in the first four rounds"),
    ("halves", "in opposite halves"),
]
FILL = """
UPDATE tournaments_tournament SET branches_apart = 'first_round' WHERE NOT opposite_halves;
UPDATE tournaments_draw SET branches_apart = 'first_round' WHERE NOT opposite_halves;
"""
FREEZE = """
CREATE OR REPLACE FUNCTION tournaments_draw_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state IN ('confirmed', 'discarded') AND (
        (OLD.stage_id, OLD.number, OLD.method, OLD.seed, OLD.branches_apart, OLD.made_at, OLD.confirmed_at, OLD.basis,
         OLD.sealed_at)
        IS DISTINCT FROM
        (NEW.stage_id, NEW.number, NEW.method, NEW.seed, NEW.branches_apart, NEW.made_at, NEW.confirmed_at, NEW.basis,
         NEW.sealed_at)
        OR OLD.teams <> NEW.teams OR OLD.positions <> NEW.positions OR OLD.breaches <> NEW.breaches
        OR OLD.numbers <> NEW.numbers
        OR (OLD.state = 'discarded' AND NEW.state <> 'discarded') OR NEW.state IN ('preview', 'sealed')
    ) THEN
        RAISE EXCEPTION 'a draw is frozen once it is confirmed or discarded' USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.sealed_at IS NOT NULL AND (
        (OLD.stage_id, OLD.number, OLD.method, OLD.branches_apart, OLD.basis, OLD.sealed_at)
        IS DISTINCT FROM
        (NEW.stage_id, NEW.number, NEW.method, NEW.branches_apart, NEW.basis, NEW.sealed_at)
        OR OLD.teams <> NEW.teams OR (NEW.state = 'sealed' AND OLD.state <> 'sealed')
        OR (OLD.state <> 'sealed' OR NEW.state <> 'preview')
            AND (OLD.seed <> NEW.seed OR OLD.numbers <> NEW.numbers OR OLD.positions <> NEW.positions)
    ) THEN
        RAISE EXCEPTION 'a draw is frozen once it is sealed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
"""
DEFAULTS = """
ALTER TABLE tournaments_tournament ALTER COLUMN opposite_halves SET DEFAULT true;
ALTER TABLE tournaments_draw ALTER COLUMN opposite_halves SET DEFAULT true;
"""


def _apart() -> models.CharField:  # type: ignore[type-arg]
    return models.CharField(choices=APART, default="halves", max_length=12)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_own_rules")]

    operations = [
        migrations.AddField("tournament", "branches_apart", _apart()),
        migrations.AddField("draw", "branches_apart", _apart()),
        migrations.RunSQL(FILL),
        migrations.RunSQL(FREEZE),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(DEFAULTS)],
            state_operations=[
                migrations.RemoveField("tournament", "opposite_halves"),
                migrations.RemoveField("draw", "opposite_halves"),
            ],
        ),
    ]
