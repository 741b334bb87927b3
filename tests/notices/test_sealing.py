"""What the site keeps sealed, over a change of its key."""

from io import StringIO

import pytest
from django.core.management import call_command

from notices.actions.channels import ChannelPlan, add_channel
from notices.addressing import opened, seal, unseal
from notices.models import MailServer
from notices.states import Service
from tests.factories import a_tournament

pytestmark = pytest.mark.django_db

ADDRESS = "https://open.feishu.cn/open-apis/bot/v2/hook/0a1b2c3d-4e5f"


def reseal() -> str:
    output = StringIO()
    call_command("reseal", stdout=output)
    return output.getvalue()


def test_after_a_change_of_the_key_everything_is_read_and_sealed_anew(settings):
    channel = add_channel(a_tournament(), ChannelPlan("群", Service.FEISHU, ADDRESS, "key"), by=None)
    server = MailServer.objects.create(host="h", port=465, security="tls", sender="a@b.example", secret=seal("kouling"))
    before, settings.SECRET_KEY = settings.SECRET_KEY, "n" * 50
    assert opened(channel) == ("", "")
    assert "2 cannot be read" in reseal()
    settings.SECRET_KEY_BEFORE = before
    assert opened(channel) == (ADDRESS, "key")
    marked = channel.mark
    assert "2 sealed" in reseal()
    settings.SECRET_KEY_BEFORE = ""
    for row in (channel, server):
        row.refresh_from_db()
    assert opened(channel) == (ADDRESS, "key")
    assert channel.mark != marked
    assert unseal(server.secret) == "kouling"


def test_same_text_is_sealed_differently_each_time():
    assert seal("text") != seal("text")
    assert seal("") == unseal("") == ""
