"""People who sign in. What a person may do in an event is a role there (tournaments.Role), not part of the account."""

from typing import TYPE_CHECKING, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.sessions import SessionStore

LINK_MARK = "@"
"""First character of the username of a signed link's account; no person's username begins with it."""


class User(AbstractUser):
    """An account. ``is_staff`` marks the union office: it may create events and reads the admin."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=40, blank=True)
    one_time_password = models.BooleanField(_("must choose a new password"), default=False)
    handed_out_by = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="+",
        help_text="who of an event's office has seen the one-time password, until somebody else confirms the account",
    )  # fmt: skip

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    @property
    def is_of_link(self) -> bool:
        """Made for a signed link, nobody's own: it has no password, no role and no pages about itself."""
        return self.username.startswith(LINK_MARK)

    @property
    def is_unconfirmed(self) -> bool:
        """Whoever handed the account out could be using it himself: its roles do not count yet."""
        return self.handed_out_by_id is not None

    @property
    def is_of_site(self) -> bool:
        """The site's own office, which no event's office has power over."""
        return self.is_staff or self.is_superuser

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Identity(models.Model):
    """The account of the house's identity provider that opens an account here, known by ``issuer`` and ``subject``.
    ``label`` is what its owner was called there when it was connected."""

    user = models.OneToOneField(User, models.CASCADE, related_name="identity")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    label = models.CharField(max_length=255)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "identities"
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="identity_opens_one_account")]

    def __str__(self) -> str:
        return self.label


class Session(AbstractBaseSession):
    """A browser in which somebody is signed in; the moments stand in its data (``accounts.sessions``)."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        from accounts.sessions import SessionStore

        return SessionStore
