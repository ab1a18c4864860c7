"""The logic of the page's modules, tested in the browser: each `js/*.test.js` has cases with names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from hexapoda.games.page_files import page_folders
from hexapoda.games.translations import other_languages
from hexapoda.page.catalogs import made_paths
from hexapoda.web.page_scripts import script_text

CASES = Path(__file__).parent / "js"
STATIC = Path(__file__).parents[2] / "src" / "hexapoda" / "web" / "static"
HOST = "http://page.test"
TYPES = {".js": "text/javascript", ".html": "text/html"}


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """A page whose files come from here: no server runs."""
    visitor = browser.new_context(reduced_motion="reduce", viewport={"width": 800, "height": 600})
    shown = visitor.new_page()
    shown.route(f"{HOST}/**", _serve)
    yield shown
    visitor.close()


def _serve(route: Any) -> None:
    path = urlsplit(route.request.url).path
    if path == "/":
        route.fulfill(body="<!doctype html><title>cases</title>", content_type="text/html")
    elif path == "/js/catalogs.js":
        stems = {file.stem for file in (STATIC / "words").glob("*.js")}
        files = {
            "parts": sorted(stem for stem in stems if stem not in other_languages()),
            "languages": list(other_languages()),
        }
        body = "".join(f"export const {name} = {json.dumps(found)};" for name, found in files.items())
        route.fulfill(body=body, content_type=TYPES[".js"])
    elif path[1:] in made_paths():
        route.fulfill(body=script_text(STATIC, path[1:]), content_type=TYPES[".js"])
    else:
        folders = {"js": CASES, **page_folders()}
        top = next((top for top in folders if path.startswith(f"/{top}/")), "")
        file = folders[top] / path.removeprefix(f"/{top}/") if top else STATIC / path[1:]
        if file.is_file():
            route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix])
        else:
            route.fulfill(status=404)


@pytest.mark.parametrize("name", sorted(file.name for file in CASES.glob("*.test.js")))
def test_cases(page: Any, name: str) -> None:
    page.goto(f"{HOST}/?{name}")
    found = page.evaluate(
        """async (file) => {
          await import(file);
          return (await import("/js/cases.js")).results();
        }""",
        f"/js/{name}",
    )
    assert len(found) > 1
    failed = [f"{case}: {trouble}" for case, trouble in found if trouble]
    assert not failed, f"{len(failed)} of {len(found)} cases failed\n" + "\n".join(failed)


def test_a_case_that_fails_is_named(page: Any) -> None:
    page.goto(HOST)
    found = page.evaluate(
        """async () => {
          const { equal, near, results, test, throws } = await import("/js/cases.js");
          const [one, other] = [{ b: 2, a: undefined }, { a: undefined, b: 2 }];
          test("right", () => equal([new Map([[1, one]])], [new Map([[1, other]])]));
          test("wrong", () => equal({ a: 1 }, { a: "1" }, "here"));
          test("far", () => near([1, 2], [1, 2.1]));
          test("longer", () => near([1, NaN], [1]));
          test("calm", () => throws(() => 1, "trouble"));
          test("late", async () => { await null; throw new Error("later"); });
          return results();
        }"""
    )
    names = ["right", "wrong", "far", "longer", "calm", "late"]
    assert [name for name, _ in found] == names and found[0][1] == ""
    troubles = {name: trouble.partition("\n")[0] for name, trouble in found[1:]}
    assert troubles == {
        "wrong": 'Error: here: found {a: 1}, expected {a: "1"}',
        "far": "Error: found [1, 2], expected [1, 2.1]",
        "longer": "Error: found [1, NaN], expected [1]",
        "calm": 'Error: found no error, expected an error with "trouble"',
        "late": "Error: later",
    }
