"""``winner:5`` becomes the key of match 5 of the stage, ``position:7`` a position, the third place the place 3."""

from django.db import migrations

FORWARD = """
UPDATE tournaments_match SET
    place_for = CASE WHEN third_place THEN 3 END,
    home_source_kind = split_part(home_source, ':', 1),
    away_source_kind = split_part(away_source, ':', 1),
    home_source_position = CASE WHEN home_source LIKE 'position:%' THEN split_part(home_source, ':', 2)::int END,
    away_source_position = CASE WHEN away_source LIKE 'position:%' THEN split_part(away_source, ':', 2)::int END;
UPDATE tournaments_match fed SET home_source_match_id = feeder.id FROM tournaments_match feeder
WHERE fed.home_source_kind IN ('winner', 'loser', 'chance')
  AND feeder.stage_id = fed.stage_id AND feeder.number = split_part(fed.home_source, ':', 2)::int;
UPDATE tournaments_match fed SET away_source_match_id = feeder.id FROM tournaments_match feeder
WHERE fed.away_source_kind IN ('winner', 'loser', 'chance')
  AND feeder.stage_id = fed.stage_id AND feeder.number = split_part(fed.away_source, ':', 2)::int;
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_sources_and_places_for")]

    operations = [migrations.RunSQL(FORWARD)]
