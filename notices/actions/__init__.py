"""What the office does about notices: sends again, words, announces, and says which channels hear them."""

from notices.actions.announcements import announce, withdraw_announcement
from notices.actions.channels import add_channel, change_channel, remove_channel, try_channel
from notices.actions.mailing import choose_mails
from notices.actions.outbox import reword, send_again
from notices.actions.wordings import restore_wording, word_kind

__all__ = [
    "add_channel",
    "announce",
    "change_channel",
    "choose_mails",
    "remove_channel",
    "restore_wording",
    "reword",
    "send_again",
    "try_channel",
    "withdraw_announcement",
    "word_kind",
]
