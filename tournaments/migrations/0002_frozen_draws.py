"""A draw that was confirmed or discarded never changes again, but for being discarded with a reason."""

from django.db import migrations

FREEZE = """
CREATE FUNCTION tournaments_draw_is_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER draw_is_frozen BEFORE UPDATE ON tournaments_draw
    FOR EACH ROW EXECUTE FUNCTION tournaments_draw_is_frozen();
"""
MELT = """
DROP TRIGGER draw_is_frozen ON tournaments_draw;
DROP FUNCTION tournaments_draw_is_frozen();
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunSQL(FREEZE, MELT)]
