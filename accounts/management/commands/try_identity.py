"""Ask the house's identity provider what it says of itself, and say what keeps people from signing in by it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from accounts.identity import problems_of_provider


class Command(BaseCommand):
    help = "Ask the identity provider of GUANDAN_IDENTITY_ISSUER what it says of itself. Changes nothing."

    def handle(self, **options: Any) -> None:
        if not settings.IDENTITY:
            raise CommandError("No identity provider is set up: GUANDAN_IDENTITY_ISSUER (docs/identity.md).")
        if problems := problems_of_provider():
            raise CommandError("\n".join(problems))
        self.stdout.write(
            f"{settings.IDENTITY['issuer']} answers.\n"
            f"It must send browsers back to: {settings.SITE_URL}{reverse('identity_back')}"
        )
