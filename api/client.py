"""The typed Python client (`guandan_client/`), made of the schema: a dictionary type a shape, a method an operation."""

from typing import Any

from api.schema import document

HEAD = '''"""A client of the tournament desk's API, made of its schema by `manage.py api_client`; not to be edited.

It needs httpx and nothing else, and can be copied into any program:

    with Desk("https://guandan.example.org", token="guandan_…") as desk:
        for match in desk.matches("s000", state="playing")["matches"]:
            print(match["number"], match["home"]["level"])

What the desk refuses is raised as ``Refused``, with the problem (RFC 9457) that it answered.
"""

import json
from collections.abc import Iterator
from time import sleep
from types import TracebackType
from typing import Any, NotRequired, Self, TypedDict, cast

import httpx

BREATH, SILENCE = 1.0, 30.0
"""Seconds between two questions where there is no stream, and after which one that says nothing counts as broken."""


class Refused(Exception):
    """The answer is a problem: ``problem["code"]`` names its kind, ``problem["problems"]`` every reason."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(str(problem.get("title", "")))
        self.problem = problem


class Pulse(TypedDict):
    """``now``, ``next`` (when something changes although nothing happens) and ``bells`` (the end of each round that
    runs, null while its clock is held) in milliseconds."""

    edition: str
    version: int
    now: int
    next: int
    pace: float
    bells: dict[str, int | None]
'''
DESK = '''

class Desk:
    """The API of one site; ``transport`` is how it is reached, None the network. To be used by ``with``."""

    def __init__(self, site: str, token: str = "", *, transport: httpx.BaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=site, headers=headers, transport=transport, timeout=30.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.http.close()

    def _ask(self, path: str, query: dict[str, Any] | None = None) -> Any:
        return self._told(self.http.get(f"/api/v1/{path}", params=query))

    def _send(self, path: str, body: Any, key: str) -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return self._told(self.http.post(f"/api/v1/{path}", json=body, headers=headers))

    def _told(self, answer: httpx.Response) -> Any:
        if answer.is_error:
            is_problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
            raise Refused(answer.json() if is_problem else {"status": answer.status_code, "title": answer.text})
        return answer.json()

    def follow(self, slug: str) -> Iterator[Pulse]:
        """The pulse of an event: at once, then whenever something changes, and now and then. Ends only with its loop;
        a connection that breaks is made anew, and where no stream comes through the pulse is asked each second."""
        path, waits = f"/e/{slug}", httpx.Timeout(30.0, read=SILENCE)
        while True:
            pause = BREATH
            try:
                with self.http.stream("GET", f"{path}/live/", follow_redirects=True, timeout=waits) as stream:
                    for line in stream.iter_lines() if stream.status_code == 200 else ():
                        name, _, told = line.partition(": ")
                        if name == "retry":
                            pause = int(told) / 1000
                        elif name == "data":
                            yield json.loads(told) or self._told(self.http.get(f"{path}/pulse/"))
                sleep(pause)
                yield self._told(self.http.get(f"{path}/pulse/"))
            except httpx.TransportError:
                sleep(pause)
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def source() -> str:
    """The whole module."""
    found = document()
    shapes = found["components"]["schemas"]
    types = "".join(_shape(name, shapes[name]) for name in _by_need(shapes) if "properties" in shapes[name])
    operations = "".join(
        _method(method, path, operation)
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
    )
    return HEAD + types + DESK + operations


def _by_need(shapes: dict[str, Any]) -> list[str]:
    """Every shape behind those that it is made of."""
    ordered: list[str] = []

    def visit(name: str) -> None:
        if name not in ordered:
            for other in shapes:
                if other != name and f"/{other}'" in str(shapes[name]):
                    visit(other)
            ordered.append(name)

    for name in sorted(shapes):
        visit(name)
    return ordered


def _shape(name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    lines = [
        f"    {member}: {_type(inner) if member in needed else f'NotRequired[{_type(inner)}]'}\n"
        for member, inner in schema["properties"].items()
    ]
    return f"\n\nclass {name}(TypedDict):\n" + ("".join(lines) or "    pass\n")


def _type(schema: dict[str, Any]) -> str:
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_type(one) for one in schema[several]))
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        found = document()["components"]["schemas"][name]
        return name if "properties" in found else _type(found)
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_type({**schema, "type": one}) for one in kind)
    if kind == "array":
        return f"list[{_type(schema.get('items', {}))}]"
    if kind == "object":
        return "dict[str, Any]"
    return PLAIN.get(str(kind), "None" if schema.get("enum") == [None] else "Any")


def _method(method: str, path: str, operation: dict[str, Any]) -> str:
    known = {place: [p for p in operation.get("parameters", []) if p["in"] == place] for place in ("path", "query")}
    named = sorted(known["path"], key=lambda parameter: path.index(f"{{{parameter['name']}}}"))
    arguments = ["self", *(f"{p['name']}: {_type(p['schema'])}" for p in named)]
    address = path.removeprefix("/api/v1/")
    sent = f'f"{address}"' if named else f'"{address}"'
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if known["query"]:
        arguments.append("**query: str | int")
        sent += ", query"
    if body:
        arguments += [f"body: {_type(body['schema'])}", "*", 'key: str = ""']
        sent += ", body, key"
    good = next(answer for status, answer in operation["responses"].items() if status < "3")
    answers = _type(good["content"]["application/json"]["schema"])
    words = operation.get("description", "").splitlines()[0]
    return (
        f"\n    def {operation['operationId']}({', '.join(arguments)}) -> {answers}:\n"
        f'        """{words}"""\n'
        f"        found = self.{'_send' if body else '_ask'}({sent})\n"
        f'        return cast("{answers}", found)\n'
    )
