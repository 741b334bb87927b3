"""From where packages come: what pip is set up with on this machine, said in uv's words.

No address of a registry stands in the project. pip merges its files and variables by itself and lists the outcome;
this module only translates it. Whatever uv has no word for, pip is asked to do instead.
"""

import ast
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

SECTIONS = ("global", "install", ":env:")
"""Where pip takes an option of `pip install` from; the later one wins."""

WORDS = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_EXTRA_INDEX_URL",
    "trusted-host": "UV_INSECURE_HOST",
    "no-index": "UV_NO_INDEX",
    "no-cache-dir": "UV_NO_CACHE",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "proxy": "ALL_PROXY",
    "client-cert": "SSL_CLIENT_CERT",
}


def settings_of_pip(pip: list[str]) -> "subprocess.Popen[str]":
    """Start asking pip for its settings, to be read with ``settings_in``: it takes a second, so go on meanwhile."""
    return subprocess.Popen(
        [*pip, "config", "list"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True
    )


def settings_in(listing: Iterable[str]) -> dict[str, str]:
    """Option → value, from lines like ``global.index-url='…'``."""
    by_section: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for line in listing:
        key, _, value = line.partition("=")
        section, _, option = key.strip().rpartition(".")
        if section in by_section and value.strip():
            by_section[section][option] = str(ast.literal_eval(value.strip())).strip()
    return {name: value for section in SECTIONS for name, value in by_section[section].items() if value}


def environment_for_uv(settings: dict[str, str]) -> dict[str, str]:
    """This process' environment, less what is said to uv in it, with pip's ``settings`` in uv's words.

    Addresses go through the environment and not the command line, where everybody could read a password in them.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    environment |= {WORDS[name]: " ".join(value.split()) for name, value in settings.items() if name in WORDS}
    if "find-links" in settings:
        environment["UV_FIND_LINKS"] = ",".join(settings["find-links"].split())
    certificates = settings.get("cert") or os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    if certificates:
        environment["SSL_CERT_DIR" if Path(certificates).is_dir() else "SSL_CERT_FILE"] = certificates
    # as pip does: all indexes are equal, which is safe with hashes; and never another Python than this one
    return environment | {
        "UV_INDEX_STRATEGY": "unsafe-best-match", "UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never",
    }  # fmt: skip
