"""二维码 as SVG, for pages and for paper, and the address that a phone in the hall can open."""

from urllib.parse import quote, urlsplit

from django.conf import settings
from django.http import HttpRequest

LOCAL = ("localhost", "127.", "[::1]")


def qr_svg(text: str) -> str:
    """A QR code as one SVG element, with the quiet zone that readers need; black on white whatever the theme."""
    import segno

    code: str = segno.make(text, error="m", micro=False).svg_inline(scale=4, border=4, light="#fff", omitsize=True)
    return code.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1) if "xmlns" not in code else code


def qr_image(text: str) -> str:
    """The same as an address for ``<img src>``."""
    return "data:image/svg+xml," + quote(qr_svg(text))


def full_address(request: HttpRequest, path: str) -> str:
    """The address that is printed: the site's own in production, else that by which this page was opened."""
    return settings.SITE_URL + path if settings.PRODUCTION else request.build_absolute_uri(path)


def is_local(address: str) -> bool:
    """Does the address lead a phone to itself instead of to this computer?"""
    return urlsplit(address).netloc.startswith(LOCAL)
