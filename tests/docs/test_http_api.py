"""The reference of the HTTP API: its examples, its limits, its nouns and the types of its messages."""

from __future__ import annotations

import json
import re
import shlex
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from hexapoda.web.settings import WebSettings
from tests.docs.transcript import ROOT
from tests.web.apps import described
from tests.web.server_process import ServerProcess, running

PAGE = (ROOT / "docs" / "reference" / "http-api.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```shell\n(curl .*?)\n```\n\n```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
ANYTHING = "..."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running(tmp_path_factory.mktemp("home")) as server:
        yield server


def ask(command: str, port: int) -> Any:
    """Do what curl would do, which may not be installed."""
    silent, address, *options = shlex.split(command)[1:]
    assert silent == "-s" and address.startswith("http://127.0.0.1:8117/")
    data = None
    if options:
        assert options[0] == "--json" and len(options) == 2
        data = options[1].encode()
    request = urllib.request.Request(
        address.replace("8117", str(port)), data, {"content-type": "application/json"} if data else {}
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            return json.load(refused)


def assert_shown(shown: Any, got: Any, path: str = "") -> None:
    """Whether an answer has what an example shows."""
    if shown == ANYTHING:
        return
    if isinstance(shown, dict):
        assert isinstance(got, dict), path
        for name, value in shown.items():
            assert name in got, f"{path}/{name}"
            assert_shown(value, got[name], f"{path}/{name}")
    elif isinstance(shown, list):
        assert isinstance(got, list), path
        exact = shown[-1:] != [ANYTHING] or len(shown) == len(got)
        wanted = shown if exact else shown[:-1]
        assert len(got) == len(wanted) if exact else len(got) > len(wanted), path
        for at, (one, other) in enumerate(zip(wanted, got, strict=False)):
            assert_shown(one, other, f"{path}/{at}")
    else:
        assert shown == got, path


@pytest.mark.parametrize(
    ("command", "shown"), EXAMPLES, ids=[command.split()[2][29:].strip("'") for command, _ in EXAMPLES]
)
def test_an_example(server: ServerProcess, command: str, shown: str) -> None:
    assert_shown(json.loads(shown), ask(command, server.port))


def test_every_noun_has_an_example() -> None:
    nouns = {tag["name"] for tag in described()["tags"]}
    shown = {command.split("/api/v1/")[1].split()[0].split("/")[0].split("?")[0] for command, _ in EXAMPLES}
    assert nouns <= shown


def test_every_address_is_named() -> None:
    for path in described()["paths"]:
        noun = path.split("/")[3]
        assert f"/{noun}" in PAGE, path


def test_the_limits() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| (\d+)(?: \w+)? \|$", PAGE, re.MULTILINE)
    known = {field.name for field in fields(WebSettings)}
    assert len(rows) >= 10
    for name, value in rows:
        assert name in known and getattr(WebSettings(), name) == float(value), name


def message_types(name: str) -> set[str]:
    """The types of the messages with a name in the description."""
    schema = described()["components"]["schemas"][name]
    parts = schema.get("anyOf", schema.get("oneOf", []))
    if parts:
        return set().union(*(message_types(part["$ref"].rsplit("/", 1)[1]) for part in parts))
    kind = schema["properties"]["type"]
    return set(kind.get("enum", [kind.get("const")]))


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("## Games", ("JoinGame", "GameWish", "GameMessage")),
        ("## Lines of an engine", ("AnalysisRequest", "AnalysisMessage")),
        ("## Reviews", ("JoinReview", "ReviewWish", "ReviewMessage")),
    ],
)
def test_the_types_of_messages(section: str, names: tuple[str, ...]) -> None:
    text = PAGE.partition(f"{section}\n")[2].partition("\n## ")[0]
    for type in set().union(*map(message_types, names)):
        assert f"`{type}`" in text or f'"type": "{type}"' in text, type
