"""Modules as one script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexapoda.page import bundle
from hexapoda.page.board_parts import board_scripts
from hexapoda.page.bundle import bundle_scripts, bundle_styles


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    made: dict[str, str] = {}
    monkeypatch.setattr(bundle, "page_file", lambda path: made[path])
    return made


def test_imports_come_first_and_once(files: dict[str, str]) -> None:
    files["views/a.js"] = (
        'import { b as own, c } from "../b.js";\nimport "./d.js";\nexport const a = own + c;\n'
    )
    files["b.js"] = "export const b = 1;\nexport function c() {}\nconst hid = 2;\nexport { hid as shown };\n"
    files["views/d.js"] = 'import { b } from "../b.js";\nexport class D {}\n'
    script = bundle_scripts(["views/a.js", "b.js"])
    assert re.findall(r'modules\["(\S+)"\] = \(', script) == ["b.js", "views/d.js", "views/a.js"]
    assert 'const { b: own, c } = modules["b.js"];' in script
    assert "return { b, c, shown: hid };" in script and "return { D };" in script
    assert "import" not in script and "export" not in script


def test_comments_go_and_licenses_stay(files: dict[str, str]) -> None:
    files["a.js"] = (
        '/** What it does. */\n// a line\nexport const a = 1; // why\nconst url = "http://a//b";\n'
    )
    files["b.js"] = "/**\n * @license\n * BSD\n */\nconst b = 1;export{b as B};\n"
    script = bundle_scripts(["a.js", "b.js"])
    assert all(comment not in script for comment in ("What it does", "a line", "why"))
    assert "@license" in script and '"http://a//b";' in script
    assert "return { B: b };" in script


def test_a_script_does_not_end_its_element(files: dict[str, str]) -> None:
    files["a.js"] = 'export const a = "</script>";\n'
    assert '"<\\/script>"' in bundle_scripts(["a.js"])


@pytest.mark.parametrize(
    "text",
    [
        'export const a = () => import("./b.js");\n',
        'import * as b from "./b.js";\n',
        "export default 1;\n",
        "const a = 1;\nexport { a as default };\n",
        "export let a = 1;\n",
        "export const a = 1, c = 2;\n",
        'import { gone } from "./b.js";\n',
        'export * from "./b.js";\n',
        "const a = import.meta.url;\n",
        'const a = "<!--";\n',
    ],
)
def test_what_cannot_be_bundled(files: dict[str, str], text: str) -> None:
    files |= {"a.js": text, "b.js": "export const b = 1;\n"}
    with pytest.raises(ValueError, match=r"a\.js cannot be bundled"):
        bundle_scripts(["a.js"])


def test_a_circle_of_modules(files: dict[str, str]) -> None:
    files |= {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'}
    with pytest.raises(ValueError, match=r"a\.js imports itself"):
        bundle_scripts(["a.js"])


def test_styles_lose_their_comments(files: dict[str, str]) -> None:
    files |= {"a.css": "/* one */\na { color: red; }\n", "b.css": "@media print {\n  b { color: blue; }\n}\n"}
    assert bundle_styles(["a.css", "b.css"]) == "a{color:red}@media print{b{color:blue}}"


def test_every_board_can_be_bundled() -> None:
    folder = Path(bundle.__file__).parents[1] / "web" / "static" / "boards"
    boards = [f"boards/{path.name}" for path in folder.glob("*.js") if path.name != "make.js"]
    assert "boards/plain.js" in boards
    boards += board_scripts(["hive", "hex"])
    assert boards[-2:] == ["games/hive/board.js", "games/hex/board.js"]
    assert all(f'modules["{board}"] = ' in bundle_scripts(boards) for board in boards)
