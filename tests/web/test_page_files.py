"""Files of the page: types, ETags, compression, and nothing outside the folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from hexapoda.games.page_files import page_folders
from hexapoda.web.page_files import PageFiles
from hexapoda.web.problem import Problem
from hexapoda.web.settings import WebSettings
from tests.web.pages import ADDRESS, serving

FILES = {
    "index.html": "<!doctype html>",
    "main.js": "export const answer = 42;\n" * 200,
    "style.css": "body {}",
    "boards/hive.js": "export {};",
    "vendor/lit/lit.min.js": "export {};",
    "vendor/lit/LICENSE": "BSD",
    "picture.svg": "<svg/>",
    "secret.key": "secret",
    ".hidden.js": "secret",
    "page.py": "secret",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "outside.js").write_text("secret", "utf-8")
    return tmp_path / "static"


@pytest.fixture
def client(root: Path) -> Iterator[TestClient]:
    with serving(WebSettings(static=root)) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/boards/hive.js", "text/javascript; charset=utf-8"),
        ("/vendor/lit/lit.min.js", "text/javascript; charset=utf-8"),
        ("/vendor/lit/LICENSE", "text/plain; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/picture.svg", "image/svg+xml"),
    ],
)
def test_types(client: TestClient, path: str, type: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200 and answer.headers["content-type"] == type
    assert answer.text == FILES[path[1:] or "index.html"]
    assert answer.headers["cache-control"] == "no-cache"


def test_a_browser_that_has_the_file(client: TestClient, root: Path) -> None:
    etag = client.get("/main.js").headers["etag"]
    for known in (etag, f'"other", {etag}'):
        again = client.get("/main.js", headers={"if-none-match": known})
        assert again.status_code == 304 and again.content == b"" and again.headers["etag"] == etag
    (root / "main.js").write_text("changed", "utf-8")
    changed = client.get("/main.js", headers={"if-none-match": etag})
    assert changed.status_code == 200 and changed.text == "changed" and changed.headers["etag"] != etag


def test_the_style_sheets_come_in_one(client: TestClient, root: Path) -> None:
    (root / "page.css").write_text('/* all */\n@import "style.css";\n@import "wide.css";\n', "utf-8")
    for wide in ("a {}", "a { color: red; }"):  # a change of a part is seen
        (root / "wide.css").write_text(wide, "utf-8")
        assert client.get("/page.css").text == f"/* all */\n{FILES['style.css']}\n{wide}\n"


def test_compression(client: TestClient) -> None:
    packed = client.get("/main.js", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and packed.text == FILES["main.js"]
    assert int(packed.headers["content-length"]) < 200
    plain = client.get("/main.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == FILES["main.js"]
    assert "content-encoding" not in client.get("/style.css", headers={"accept-encoding": "gzip"}).headers
    assert packed.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    "path",
    [
        "/../outside.js", "/%2e%2e/outside.js", "/..%2foutside.js", "/boards/../../outside.js",
        "/boards/%2e%2e/%2e%2e/outside.js", f"{ADDRESS}//outside.js", "/boards", "/boards/", "/secret.key",
        "/.hidden.js", "/page.py", "/main.js/", "/main.js%00", "/%5c..%5coutside.js",
        "/C:/outside.js", "/main..js", "/nothing.js", "/MAIN.JS", "/" + "a" * 300 + ".js", "/linked.js",
    ],
)  # fmt: skip
def test_nothing_else_is_served(client: TestClient, root: Path, path: str) -> None:
    if os.name == "posix":
        (root / "linked.js").symlink_to(root.parent / "outside.js")
    answer = client.get(path)
    assert answer.status_code == 404 and "secret" not in answer.text


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside.js", "", "boards", "a/../main.js", "main.js\n"])
def test_paths_as_text(root: Path, path: str) -> None:
    with pytest.raises(Problem):
        PageFiles(root).find(path)


def test_no_style_is_decided_again_at_each_change() -> None:
    folders = (WebSettings().static, *page_folders().values())
    sheets = {path: path.read_text("utf-8") for folder in folders for path in folder.rglob("*.css")}
    slow = [path for path, text in sheets.items() if re.search(r":has\([^{]*:empty", text)]
    assert sheets and slow == [], "it tripled the time from an arrow key to the new board"
