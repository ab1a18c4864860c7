"""A language that nobody has heard of: two catalogs, a row, and a catalog of a game, and all speak it."""

from __future__ import annotations

import importlib.resources
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from hexapoda.games.translations import languages
from hexapoda.page.games_page import games_page
from hexapoda.record.reading import walk_paths
from hexapoda.text.sentence import read_patterns
from hexapoda.web.settings import WebSettings
from tests.browser import new_visitor
from tests.page.viewed import hex_file
from tests.web.page_browser import DEADLINE
from tests.web.pages import ADDRESS, serving

ROW = {**languages(), "eo": "Esperanto"}
SHARED = {"there is no such review": "tiu revizio mankas", "Start it with:": "Startigu ĝin per:"}
OF_THE_GAME = {
    "Join your two edges": "Kunigu viajn du randojn",
    "{color} stone": "ŝtono: {color}",
    "Black": "Nigra",
}
WORDS = """
export const boards = {
  board: "tabulo",
  empty: "malplena",
  destination: "celo",
  selected: "elektita",
  moves: (count) => `${count} movoj`,
  fit: "Montru ĉion",
};
"""
JSON = {"content-type": "application/json"}


@pytest.fixture
def static(tmp_path: Path) -> Iterator[Path]:
    """The language is added to the list, to shared code, to a game and to the page, whose folder this is."""
    real = importlib.resources.files
    packages = tmp_path / "packages"
    for package in ("hexapoda.games", "hexapoda.hex"):
        shutil.copytree(Path(str(real(package))) / "data", packages / package / "data")
    write(packages / "hexapoda.games" / "data" / "languages.json", ROW)
    write(packages / "hexapoda.games" / "data" / "sentences.eo.json", SHARED)
    write(packages / "hexapoda.hex" / "data" / "sentences.eo.json", OF_THE_GAME)
    static = packages / "hexapoda" / "web" / "static"
    shutil.copytree(WebSettings().static, static)
    (static / "words" / "eo.js").write_text(WORDS, "utf-8")

    def files(package: str) -> Any:
        copy = packages / package
        return copy if copy.is_dir() else real(package)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importlib.resources, "files", files)
        forget()
        yield static
    forget()


def write(file: Path, catalog: dict[str, str]) -> None:
    file.write_text(json.dumps(catalog), "utf-8")


def forget() -> None:
    """The catalogs are read again."""
    languages.cache_clear()
    read_patterns.cache_clear()


@pytest.fixture
def client(static: Path) -> Iterator[TestClient]:
    with serving(WebSettings(static=static, watch_seconds=0)) as client:
        yield client


def test_the_server_answers_in_it(client: TestClient) -> None:
    lesson = client.get("/api/v1/lessons/hex").json()["lessons"][0]
    assert lesson["title"] == "Join your two edges"
    assert {language: texts["title"] for language, texts in lesson["translations"].items()} == {
        "de": "Verbinde deine beiden Ränder",
        "eo": "Kunigu viajn du randojn",
    }
    missing = client.get("/api/v1/reviews/x").json()["error"]
    assert missing["text"] == "there is no such review"
    assert missing["translations"]["eo"] == {"text": "tiu revizio mankas"}


def test_the_pages_that_stand_alone_have_it(client: TestClient) -> None:
    script = client.get("/offline/words.js").text
    words = json.loads(script.removeprefix("export const WORDS = ").removesuffix(";\n"))
    assert words["eo"] == {"Start it with:": "Startigu ĝin per:"} and len(words["de"]) > 10


@pytest.mark.slow
def test_the_page_speaks_it(browser: Any, client: TestClient) -> None:
    asked: list[str] = []

    def answer(route: Any) -> None:
        request = route.request
        asked.append(urlsplit(request.url).path)
        found = client.request(request.method, request.url, content=request.post_data_buffer, headers=JSON)
        type = found.headers["content-type"]
        route.fulfill(status=found.status_code, body=found.content, content_type=type)

    visitor = new_visitor(browser, locale="eo")
    page = visitor.new_page()
    page.set_default_timeout(DEADLINE)
    page.route(f"{ADDRESS}/**", answer)
    page.goto(f"{ADDRESS}/#learn=hex&lesson=connect")
    page.locator("#lesson-title", has_text="Kunigu viajn du randojn").wait_for()
    page.focus("svg.surface")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("hex-board p[role=status]") == "c3, malplena"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("hex-board p[role=status]") == "c2, ŝtono: black"
    assert page.get_attribute("html", "lang") == "eo"
    page.click("#settings")
    assert page.locator("[name=language] option").all_inner_texts()[1:] == list(ROW.values())
    assert [path for path in asked if path.startswith("/words/")] == ["/words/eo.js"]
    visitor.close()


def test_a_page_in_one_file_speaks_it(static: Path, tmp_path: Path) -> None:
    page = games_page(walk_paths([hex_file(tmp_path)]))
    assert 'useCatalog("eo", ' in page and "malplena" in page and "ŝtono: " in page
