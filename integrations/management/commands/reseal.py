"""Seal anew, under the site's present key, what was sealed under the one before."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from integrations.models import Webhook
from notices.addressing import mark, opened, seal, unseal
from notices.models import Channel, MailServer


class Command(BaseCommand):
    help = "Seal addresses, keys and passwords under the present GUANDAN_SECRET_KEY. Safe to repeat."

    @transaction.atomic
    def handle(self, **options: Any) -> None:
        lost = sealed = 0
        rows: list[Channel | MailServer | Webhook] = []
        rows += Channel.objects.exclude(secret="").select_for_update(no_key=True)
        rows += MailServer.objects.exclude(secret="").select_for_update(no_key=True)
        rows += Webhook.objects.exclude(secret="").select_for_update(no_key=True)
        for row in rows:
            text = unseal(row.secret)
            if not text:
                lost += 1
                continue
            row.secret = seal(text)
            if isinstance(row, Channel):
                row.mark = mark(opened(row)[0])
            row.save()
            sealed += 1
        self.stdout.write(f"{sealed} sealed under the present key.")
        if lost:
            self.stdout.write(f"{lost} cannot be read by any key given: GUANDAN_SECRET_KEY_BEFORE must be the old one.")
