"""The modules of the page come in a few files, and each can be imported at its own address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexapoda.games.page_files import page_folders
from hexapoda.web.page_files import PageFiles
from hexapoda.web.settings import WebSettings
from tests.web.page_browser import PageServer, opened

PAGE = WebSettings().static
WORKERS = {"analysis/gif_worker.js", "offline_worker.js"}
FILES = {
    "static/start.js": 'import { a } from "./a.js";\nimport("./views/b.js");\n',
    "static/a.js": "export const a = 1;\nexport class A {}\n",
    "static/views/b.js": 'import { a } from "../a.js";\nexport const b = a;\nconst text = import.meta.url;\n',
    "static/pixel_worker.js": "export const w = 1;\n",
    "game/board.js": 'import { A } from "../../a.js";\nimport { part } from "./part.js";\n',
    "game/part.js": "export const part = 1;\n",
    "game/pixel_worker.js": "export const w = 2;\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def files(folder: Path) -> PageFiles:
    return PageFiles(folder / "static", {"games/one": folder / "game"})


def served(files: PageFiles, path: str) -> str:
    return files.find(path).content.decode()


def test_one_file_has_the_modules(files: PageFiles) -> None:
    start = served(files, "start.js")
    assert re.findall(r'modules\.define\("(\S+)"', start) == ["a.js", "start.js", "views/b.js"]
    assert 'later("start.js", "./views/b.js");' in start and 'text = address("views/b.js");' in start
    assert start.endswith('export const {  } = modules["start.js"];\n')


def test_a_module_is_exported_at_its_address(files: PageFiles) -> None:
    assert served(files, "a.js").startswith('import "./start.js";\n')
    assert served(files, "a.js").endswith('export const { a, A } = modules["a.js"];\n')
    assert served(files, "views/b.js").startswith('import "../start.js";\n')


def test_a_game_has_a_file_of_its_own(files: PageFiles) -> None:
    board = served(files, "games/one/board.js")
    assert board.startswith('import "../../start.js";\n') and 'new URL("../../" + path' in board
    assert re.findall(r'modules\.define\("(\S+)"', board) == ["games/one/part.js", "games/one/board.js"]
    assert served(files, "games/one/part.js").startswith('import "./board.js";\n')


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n",
        "const part = 1;\nexport { part, part as default };\n",
        "export let part = 1;\n",
        "export const part = 1,\n  other = 2;\n",
        'import { nothing } from "../../a.js";\nexport const part = 1;\n',
        'import { gone } from "./gone.js";\nexport const part = 1;\n',
        'import { gone } from "../other/gone.js";\nexport const part = 1;\n',
        'import { b } from "./board.js";\nexport const part = 1;\n',
    ],
)
def test_a_game_that_cannot_be_put_together_stays_as_it_is(folder: Path, files: PageFiles, text: str) -> None:
    (folder / "game" / "part.js").write_text(text, "utf-8")
    assert served(files, "games/one/part.js") == text
    assert served(files, "games/one/board.js") == FILES["game/board.js"]
    assert "a.js" in served(files, "start.js")


def test_a_script_beside_the_page_stays_as_it_is(files: PageFiles) -> None:
    assert served(files, "pixel_worker.js") == FILES["static/pixel_worker.js"]
    assert served(files, "games/one/pixel_worker.js") == FILES["game/pixel_worker.js"]


def test_a_change_is_seen(folder: Path, files: PageFiles) -> None:
    before = files.find("start.js").etag, files.find("games/one/board.js").etag
    (folder / "static" / "a.js").write_text("export const a = 22;\nexport class A {}\n", "utf-8")
    (folder / "game" / "part.js").write_text("export const part = 33;\n", "utf-8")
    assert "a = 22" in served(files, "start.js") and "part = 33" in served(files, "games/one/board.js")
    assert not set(before) & {files.find("start.js").etag, files.find("games/one/board.js").etag}


def test_files_come_and_go(folder: Path, files: PageFiles) -> None:
    (folder / "static" / "c.js").write_text("export const c = 1;\n", "utf-8")
    assert "c = 1" in served(files, "start.js")
    (folder / "static" / "c.js").write_text("export const c = 22;\n", "utf-8")
    assert "c = 22" in served(files, "start.js")
    (folder / "static" / "c.js").unlink()
    (folder / "game" / "pixel_worker.js").unlink()
    assert '"c.js"' not in served(files, "start.js") and "part = 1" in served(files, "games/one/board.js")


@pytest.mark.parametrize("game", ["", "games/hive", "games/hex"])
def test_all_modules_are_put_together(game: str) -> None:
    folder = page_folders().get(game, PAGE)
    files = PageFiles(PAGE, page_folders())
    head = served(files, f"{game}/board.js" if game else "start.js")
    put = set(re.findall(r'^modules\.define\("(\S+)"', head, re.MULTILINE))
    there = {f"{game}/{path.relative_to(folder).as_posix()}".lstrip("/") for path in folder.rglob("*.js")}
    left = {path for path in there - put if not re.match(r"(offline|vendor|viewer)/|words/de\.js", path)}
    assert put - {"languages.js"} <= there and left == (set() if game else WORKERS)


def test_a_script_beside_the_page_imports_no_module_of_the_page() -> None:
    files = PageFiles(PAGE, page_folders())
    for worker in WORKERS:
        imported = re.findall(r'^import .*"([^"]+)";', served(files, worker), re.MULTILINE)
        assert all(one.startswith("../vendor/gifenc/") for one in imported)


def test_a_page_asks_for_few_scripts_and_runs_what_it_needs(browser: Any, server: PageServer) -> None:
    with opened(browser, server) as page:
        asked = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        scripts = {url.removeprefix(server.address) for url in asked if url.endswith(".js")}
        assert scripts == {"start.js", "main.js", "views/play.js", "games/hive/board.js"}
        assert page.evaluate("!!customElements.get('play-view') && !customElements.get('library-view')")
        assert page.evaluate(
            "import('/views/play.js').then(({ PlayView }) => PlayView === customElements.get('play-view'))"
        )
