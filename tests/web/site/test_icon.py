"""The icon at the root, for which browsers ask whatever a page names."""


def test_icon_answers_at_the_root(client, db):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert b"<svg" in answer.content
