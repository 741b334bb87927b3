"""关注: the branch that a visitor follows on a page, and the teams and branches that he follows in a cookie of the
event. Public pages are the same for everybody who follows the same branch, for their addresses name it; what else is
followed is lit by a style sheet of the visitor's own, which every page names."""

import re
from hashlib import sha256
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Branch, Team, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState
from web.publishing.door import answered_at_once
from web.requests.loaders import needs
from web.requests.numbers import typed_number

COOKIE, MOST = "followed", 24
YEAR = 365 * 24 * 3600
FOLLOWED = re.compile(r"b([1-9]\d{0,8})|t([1-9]\d{0,8})-([1-9]\d{0,8})")
"""A branch, or a team with its branch."""
LIT = (
    "@media screen{{:is(.line,.row,.meet,.standing tr,:is(.closed,.part-places,.through,.hall-rows) li):has({marks}),"
    ":is(.cross,.hall-group) tr:has(th {first})>th,.branch{of}>header,{first}"
    "{{background:var(--lit-ground);color:var(--lit-ink);--ink:var(--lit-ink);--ink-2:var(--lit-ink);"
    "--ink-3:var(--lit-ink);--red-text:var(--lit-ink)}}"
    ".branch{of}>header{{padding:var(--s-1) var(--s-3)}}"
    ".followed {of}{{display:block}}{pressed} .on{{display:none}}{pressed} .off{{display:inline-flex}}}}"
)


def followed_branch(request: HttpRequest, tournament: Tournament) -> Branch | None:
    """The branch of ``?branch=``, None without; 404 if it is not one of this event: no page is made for it."""
    wanted = typed_number(request.GET.get("branch", ""))
    if wanted is None:
        return None
    branch = tournament.branches.only("name", "tournament_id").filter(pk=wanted).first()
    if branch is None:
        raise Http404
    return branch


@csrf_exempt  # it changes nothing but the visitor's own cookie, and a page for everybody holds no token of his
@needs(Permission.PUBLIC)
@require_POST
def follow(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Follow the branch or team that is pressed (``on`` = b3, or t7-3 of branch 3), or no longer (``off``); then back
    to the page of the event on which it was pressed, as the browser says."""
    own, path = request.POST.get("on") or request.POST.get("off", ""), reverse("event", args=[tournament.slug])
    parsed = FOLLOWED.fullmatch(own)
    if parsed is None:
        raise Http404
    branch, team = int(parsed[1] or parsed[3]), parsed[2]
    teams = Team.objects.filter(branch=branch).exclude(state=TeamState.DRAFT)
    is_there = tournament.branches.filter(pk=branch).exists() and (team is None or teams.filter(pk=int(team)).exists())
    if not is_there:
        raise Http404
    others = [known for known in _followed(request) if known != own]
    followed = [own, *others][:MOST] if request.POST.get("on") else others
    back = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(back, request.get_host()) and urlsplit(back).path.startswith(path)
    place = urlsplit(back if is_ours else path)._replace(scheme="", netloc="", fragment=f"b{branch}")
    answer = redirect(place.geturl())
    secure = request.is_secure()
    answer.set_cookie(COOKIE, "_".join(followed), YEAR, path=path, secure=secure, httponly=True, samesite="Lax")
    return answer


@answered_at_once
@require_safe
def followed_styles(request: HttpRequest, slug: str) -> HttpResponse:
    """The styles of what this visitor follows: nothing for most, and asked of no database."""
    text, followed = "", _followed(request)
    if followed:
        parsed = [match for known in followed if (match := FOLLOWED.fullmatch(known))]
        marks = ",".join(f'[data-branch="{m[1]}"]' if m[1] else f'[data-team="{m[2]}"]' for m in parsed)
        lists = ",".join(f'[data-of="{m[1] or m[3]}"]' for m in parsed)
        pressed = ",".join(f'[data-follow="{known}"]' for known in followed)
        text = LIT.format(marks=marks, first=f":is({marks})", of=f":is({lists})", pressed=f":is({pressed})")
    mark = f'"{sha256(text.encode()).hexdigest()[:16]}"'
    headers = {"ETag": mark, "Cache-Control": "private, no-cache", "Vary": "Cookie"}
    if request.META.get("HTTP_IF_NONE_MATCH") == mark:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(text, content_type="text/css", headers=headers)


followed_styles.permission = Permission.PUBLIC  # type: ignore[attr-defined]


def _followed(request: HttpRequest) -> list[str]:
    """What the cookie names, as far as it was written here."""
    return [known for known in request.COOKIES.get(COOKIE, "").split("_") if FOLLOWED.fullmatch(known)][:MOST]
