"""The public pages as files, in a browser without a network and without scripts."""

from functools import partial

from tests.browser import DESK, LEFT, PHONE, becomes, overflow
from tests.factories import a_drawn_tournament
from tests.thorough import in_ci_only
from web.archiving.website import website


@in_ci_only
def test_website_opens_from_a_folder(db, chromium, tmp_path):
    for name, content in website(a_drawn_tournament(started=True)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    urls: list[str] = []
    failures: list[tuple[str, str | None]] = []
    for width, height in (PHONE, DESK):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=False, offline=True
        )
        page = context.new_page()
        page.on("request", lambda request: urls.append(request.url))
        page.on("requestfailed", lambda request: failures.append((request.url, request.failure)))
        page.goto(f"file://{tmp_path}/index.html")
        page.wait_for_url("**/zh/index.html")
        assert overflow(page) <= 0
        page.get_by_role("link", name="对阵表").first.click()
        page.wait_for_url("**/zh/bracket.html")
        page.get_by_role("link", name="English").click()
        page.wait_for_url("**/en/bracket.html")
        becomes(partial(page.evaluate, "document.styleSheets.length >= 3"), True)
        page.goto(f"file://{tmp_path}/en/matches-1.html")
        assert overflow(page) <= 0
        context.close()
    assert urls
    assert not [url for url in urls if not url.startswith(f"file://{tmp_path}/")]
    assert not [failure for failure in failures if failure[1] != LEFT]  # as the icon of the first page, which leads on
