"""What a browser would send if a form of a page were sent as it stands."""

from html.parser import HTMLParser


class _Form(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.sent, self.select = action, False, {}, ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.inside = found.get("action") == self.action
        elif self.inside and "disabled" not in found:
            self._field(tag, found)

    def _field(self, tag: str, found: dict[str, str]) -> None:
        if tag == "select":
            self.select = found["name"]
            self.sent[self.select] = ""
        elif tag == "option" and "selected" in found:
            self.sent[self.select] = found["value"]
        elif tag == "input" and (found.get("type") not in ("checkbox", "radio") or "checked" in found):
            self.sent[found["name"]] = found.get("value", "on" if found.get("type") in ("checkbox", "radio") else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def form_fields(page: str, action: str) -> dict[str, str]:
    """Names and values of the enabled fields of the form with that action."""
    form = _Form(action)
    form.feed(page)
    assert form.sent, f"no form for {action}"
    return form.sent
