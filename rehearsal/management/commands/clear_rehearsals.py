"""Remove the rehearsals that broke off."""

from typing import Any

from django.core.management.base import BaseCommand

from rehearsal.stage import AlreadyRehearsing, only_rehearsal, remove_broken_off


class Command(BaseCommand):
    help = "Remove rehearsals that did not come to their end; finished ones and every real event stay."

    def handle(self, **options: Any) -> None:
        try:
            with only_rehearsal():
                removed = remove_broken_off()
        except AlreadyRehearsing:
            return  # it is not broken off
        for slug in removed:
            self.stdout.write(f"A rehearsal that had broken off was removed: /e/{slug}/")
