"""本赛事打法, and what an event calls its branches, members and leaders."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_match_clock")]

    operations = [
        migrations.AddField(
            "tournament",
            "own_rules",
            models.TextField(
                blank=True,
                default="",
                help_text="本赛事打法 in the office's words: `bracket.words.own_rules` reads them",
            ),
        ),
        migrations.AddField(
            "tournament",
            "branch_word",
            models.CharField(default="分会", help_text="what enters teams is called so in Chinese", max_length=8),
        ),
        migrations.AddField(
            "tournament",
            "member_word",
            models.CharField(default="会员", help_text="who plays is called so in Chinese", max_length=8),
        ),
        migrations.AddField(
            "tournament",
            "leader_word",
            models.CharField(
                default="领队兼教练",
                help_text="who speaks for a branch, in Chinese",
                max_length=8,
            ),
        ),
    ]
