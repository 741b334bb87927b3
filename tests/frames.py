"""Pytest plugin: room for the frames of deep calls, which saves an eighth of the time of the tests of pages."""

from typing import Any

import pytest

A_MEGABYTE = 1 << 17  # in slots


def with_room(function: Any, **words: Any) -> Any:
    """Call ``function``, with a megabyte ready for its frames and those of all that it calls.

    CPython (3.11 and later) takes memory for frames from the system in pieces of 16 KB, and gives a piece back as soon
    as its last frame ends. Below all of pytest, its plugins and a test client a loop often stands just below the end of
    a piece, and each of its calls costs two system calls and four page faults. The piece that holds this function's
    frame is as large as the frame says it is, and the frames above lie in it, too.
    """
    return function(**words)


with_room.__code__ = with_room.__code__.replace(co_stacksize=A_MEGABYTE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """The loop of all tests, as the other plugins have it."""
    plugins = session.config.pluginmanager
    return with_room(plugins.subset_hook_caller("pytest_runtestloop", [plugins.get_plugin(__name__)]), session=session)
