"""Make the office account of a new site and print its one-time password."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import User
from accounts.passwords import new_account


class Command(BaseCommand):
    help = "Make the office account if the site has none, and print its one-time password. Safe to repeat."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--username", default="office")

    def handle(self, *, username: str, **options: Any) -> None:
        if User.objects.filter(is_staff=True).exists():
            self.stdout.write("An office account exists already; nothing to do.")
            return
        user, password = new_account(username, name="赛务", is_staff=True)
        self.stdout.write(f"username: {user.username}\npassword: {password}")
