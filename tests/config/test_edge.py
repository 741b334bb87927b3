"""nginx is told which pages it may keep, and for no longer than the present second."""

import time

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.test import RequestFactory

from config.caching import MicroCacheMiddleware

PUBLIC = {"ETag": '"7-zh-hans"', "Cache-Control": "no-cache"}


def marked(request: HttpRequest, response: HttpResponse) -> str | None:
    return MicroCacheMiddleware(lambda _: response)(request).get("X-Accel-Expires")


def test_public_page_may_be_kept_to_the_end_of_the_second_also_compressed(rf: RequestFactory) -> None:
    before = int(time.time())
    for headers in (PUBLIC, {**PUBLIC, "Vary": "Accept-Encoding"}):
        mark = marked(rf.get("/"), HttpResponse(headers=headers))
        assert mark is not None
        assert before <= int(mark.removeprefix("@")) <= time.time()


def with_a_cookie() -> HttpResponse:
    response = HttpResponse(headers=PUBLIC)
    response.set_cookie("wrote", "1.7")
    return response


@pytest.mark.parametrize(
    ("method", "response"),
    [
        ("post", HttpResponse(headers=PUBLIC)),
        ("get", HttpResponse()),
        ("get", HttpResponse(headers={**PUBLIC, "Vary": "Cookie"})),
        ("get", HttpResponse(status=404, headers=PUBLIC)),
        ("get", HttpResponseNotModified(headers=PUBLIC)),
        ("get", with_a_cookie()),
    ],
)
def test_other_answer_may_not_be_kept(rf: RequestFactory, method: str, response: HttpResponse) -> None:
    assert marked(getattr(rf, method)("/"), response) is None
