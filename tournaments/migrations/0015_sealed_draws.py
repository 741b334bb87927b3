"""Seals: the text that a draw is drawn from, the numbers called out, and a database that lets nobody change them.

A sealed draw keeps what was sealed; what was drawn from a seal keeps seed, numbers and sheet, even as a preview.
"""

from django.db import migrations, models

FREEZE = """
CREATE OR REPLACE FUNCTION tournaments_draw_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state IN ('confirmed', 'discarded') AND (
        (OLD.stage_id, OLD.number, OLD.method, OLD.seed, OLD.opposite_halves, OLD.made_at, OLD.confirmed_at, OLD.basis,
         OLD.sealed_at)
        IS DISTINCT FROM
        (NEW.stage_id, NEW.number, NEW.method, NEW.seed, NEW.opposite_halves, NEW.made_at, NEW.confirmed_at, NEW.basis,
         NEW.sealed_at)
        OR OLD.teams <> NEW.teams OR OLD.positions <> NEW.positions OR OLD.breaches <> NEW.breaches
        OR OLD.numbers <> NEW.numbers
        OR (OLD.state = 'discarded' AND NEW.state <> 'discarded') OR NEW.state IN ('preview', 'sealed')
    ) THEN
        RAISE EXCEPTION 'a draw is frozen once it is confirmed or discarded' USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.sealed_at IS NOT NULL AND (
        (OLD.stage_id, OLD.number, OLD.method, OLD.opposite_halves, OLD.basis, OLD.sealed_at)
        IS DISTINCT FROM
        (NEW.stage_id, NEW.number, NEW.method, NEW.opposite_halves, NEW.basis, NEW.sealed_at)
        OR OLD.teams <> NEW.teams OR (NEW.state = 'sealed' AND OLD.state <> 'sealed')
        OR (OLD.state <> 'sealed' OR NEW.state <> 'preview')
            AND (OLD.seed <> NEW.seed OR OLD.numbers <> NEW.numbers OR OLD.positions <> NEW.positions)
    ) THEN
        RAISE EXCEPTION 'a draw is frozen once it is sealed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
"""
AS_BEFORE = """
CREATE OR REPLACE FUNCTION tournaments_draw_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'preview' AND (
        (OLD.stage_id, OLD.number, OLD.method, OLD.seed, OLD.opposite_halves, OLD.made_at, OLD.confirmed_at)
        IS DISTINCT FROM
        (NEW.stage_id, NEW.number, NEW.method, NEW.seed, NEW.opposite_halves, NEW.made_at, NEW.confirmed_at)
        OR OLD.teams <> NEW.teams OR OLD.positions <> NEW.positions OR OLD.breaches <> NEW.breaches
        OR (OLD.state = 'discarded' AND NEW.state <> 'discarded') OR NEW.state = 'preview'
    ) THEN
        RAISE EXCEPTION 'a draw is frozen once it is confirmed or discarded' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_personal_data")]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="basis",
            field=models.TextField(
                blank=True, help_text="the list and the constraints as one text; empty before migration 15"
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="numbers",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="draw",
            name="sealed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="draw",
            name="state",
            field=models.CharField(
                choices=[
                    ("sealed", "sealed, not drawn yet"),
                    ("preview", "preview"),
                    ("confirmed", "confirmed"),
                    ("discarded", "discarded"),
                ],
                default="preview",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "sealed")), fields=("stage",), name="one_sealed_draw_a_stage"
            ),
        ),
        migrations.RunSQL(FREEZE, AS_BEFORE),
    ]
