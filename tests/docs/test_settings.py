"""The settings in pages and the files beside them are read by the readers of the program."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from textwrap import dedent

import pytest

from hexapoda.engines.external import external_engines, external_file
from hexapoda.games import BUILT_IN_GAMES, game_names
from hexapoda.train.any_settings import any_settings_of, read_any_settings
from tests.docs.transcript import ROOT

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^( *)```toml\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
BLOCKS = [
    (f"{page.relative_to(DOCS)}:{text[: found.start()].count(chr(10)) + 1}", dedent(found[2]))
    for page in sorted(DOCS.rglob("*.md"))
    if "_build" not in page.parts
    for text in [page.read_text("utf-8")]
    for found in BLOCK.finditer(text)
]
FILES = sorted(path for path in DOCS.rglob("*.toml") if "_build" not in path.parts)
BASE = 'game = "hex"\nvariant = "5x5"\n'
"""Settings to which those of a page that shows only some are added."""


def read_entry_points(text: str) -> None:
    for group, entries in tomllib.loads(text)["project"]["entry-points"].items():
        assert group in ("hexapoda.games", "hexapoda.engines")
        for name, value in entries.items():
            entry = EntryPoint(name, value, group)
            assert entry.module and entry.attr
            assert group == "hexapoda.games" or name.partition(".")[0] in game_names()


def read_engines(text: str) -> None:
    external_file().write_text(text, "utf-8")
    [engine] = external_engines()
    assert engine.command and engine.given


def read_run(text: str) -> None:
    assert any_settings_of(tomllib.loads(text if text.startswith("game =") else BASE + text))


def reader_of(text: str) -> Callable[[str], None]:
    if "[project." in text:
        return read_entry_points
    return read_engines if re.match(rf"\[(?:{'|'.join(BUILT_IN_GAMES)})\.", text) else read_run


@pytest.mark.parametrize(("place", "text"), BLOCKS, ids=[place for place, _ in BLOCKS])
def test_settings_on_a_page_are_read(
    place: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    reader_of(text)(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_of_settings_is_read(path: Path) -> None:
    assert read_any_settings(path)


def test_there_are_settings() -> None:
    assert {place.partition(":")[0] for place, _ in BLOCKS} >= {
        "how-to/add-an-external-engine.md",
        "how-to/train-a-network.md",
    }
    assert {path.name for path in FILES} >= {"hex-5x5.toml", "first-network.toml"}
