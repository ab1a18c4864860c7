"""`PageScripts`: bundles the modules of the page into a few files, so that a browser need not load a hundred.

The bundle `start.js` contains the modules of the page, and the `board.js` of a game contains those of the
game's folder. The path of every other module serves a stub that imports the bundle and re-exports the names
of the module. Therefore each module can still be imported by its own path, runs on first import, and exists
only once. If the modules of a game cannot be bundled, they are served unchanged.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from threading import Lock

from hexapoda.page.bundle import Script, later_scripts
from hexapoda.page.catalogs import made_paths, made_script

__all__ = ["PageScripts", "script_text"]

_START = "start.js"
_BOARD = "board.js"
_OTHER = re.compile(r"(offline|vendor|viewer)/.*|words/[a-z]{2}\.js")
"""The scripts of the page that are not modules, or that only some pages load."""
_WORKER = "_worker.js"
"""The file name suffix of worker scripts, which cannot share the modules of the page."""
_MODULES = 'globalThis[Symbol.for("hexapoda.modules")]'
_FIRST = f"""const modules = {_MODULES} = Object.create({{
define(path, make) {{
Object.defineProperty(this, path, {{
configurable: true,
get() {{
const made = make();
Object.defineProperty(this, path, {{ value: made }});
return made;
}},
}});
}},
}});
"""
"""The start of the first bundle: the table of modules by path. A module runs on its first access."""
_NEXT = f"const modules = {_MODULES};\n"
Stamps = tuple[tuple[str, int, int], ...]
"""The path, modification time and size of each file."""


class PageScripts:
    """Serves the modules of the page and of the games. Changed files are bundled again."""

    def __init__(self, root: Path, games: Mapping[str, Path]) -> None:
        """`root`, `games`: as for `PageFiles`."""
        boards = {top: folder for top, folder in games.items() if (folder / _BOARD).is_file()}
        self._folders = {"": root, **boards} if (root / _START).is_file() else {}
        self._turn = Lock()

    def text(self, path: str) -> bytes | None:
        """Return the script to serve at this path; None to serve the file itself. Raises `OSError`."""
        if not path.endswith(".js") or not self._folders:
            return None
        with self._turn:
            own = _own_scripts(self._folders[""], self._stamps(""))
            top = next((top for top in self._folders if top and path.startswith(f"{top}/")), None)
            texts = own.texts if top is None else _game_texts(top, self._folders[top], self._stamps(top), own)
        if path in texts or path not in made_paths():
            return texts.get(path)
        return script_text(self._folders[""], path).encode()

    def _stamps(self, top: str) -> Stamps:
        folder = self._folders[top]
        states = ((path.relative_to(folder).as_posix(), path.stat()) for path in sorted(folder.rglob("*.js")))
        return tuple((name, state.st_mtime_ns, state.st_size) for name, state in states)


class _OwnScripts:
    """The modules of the page, and the scripts to serve for them."""

    def __init__(self, scripts: dict[str, Script]) -> None:
        self.scripts = scripts
        self.texts = _texts(_START, scripts, _FIRST)


@lru_cache(maxsize=2)
def _own_scripts(root: Path, stamps: Stamps) -> _OwnScripts:
    entries = [path for path, _, _ in stamps if not _OTHER.match(path) and not path.endswith(_WORKER)]
    return _OwnScripts(later_scripts(entries, lambda path: script_text(root, path)))


def script_text(root: Path, path: str) -> str:
    """Return the text of a module, which may be made from catalogs. Raises `OSError`."""

    def read(path: str) -> str:
        return (root / path).read_text("utf-8")

    made = made_script(path, read)
    return read(path) if made is None else made


@lru_cache(maxsize=16)
def _game_texts(top: str, folder: Path, stamps: Stamps, own: _OwnScripts) -> dict[str, bytes]:
    """Return the scripts to serve for the modules of a game, by path; empty if they cannot be bundled."""

    def read(path: str) -> str:
        if not path.startswith(f"{top}/"):
            raise ValueError(f"{path} is not of this game")
        return (folder / path.removeprefix(f"{top}/")).read_text("utf-8")

    try:
        entries = [f"{top}/{path}" for path, _, _ in stamps if not path.endswith(_WORKER)]
        scripts = later_scripts(entries, read, own.scripts)
    except (ValueError, FileNotFoundError):
        return {}
    return _texts(f"{top}/{_BOARD}", scripts, f'import "{_way(top, _START)}";\n{_NEXT}')


def _texts(head: str, scripts: Mapping[str, Script], first: str) -> dict[str, bytes]:
    """Return the scripts to serve, by path: the bundle at `head`, which begins with `first`, and stubs."""
    to_root = _way(posixpath.dirname(head), "")
    parts = [
        first,
        f'const address = (path) => new URL("{to_root}/" + path, import.meta.url).href;\n',
        "const later = (path, to) => import(new URL(to, address(path)).href);\n",
        *(f'modules.define("{path}", () => {{\n{one.text}}});\n' for path, one in scripts.items()),
        _exports(head, scripts[head]),
    ]
    texts = {
        path: f'import "{_way(posixpath.dirname(path), head)}";\n{_NEXT}{_exports(path, one)}'
        for path, one in scripts.items()
    }
    return {path: text.encode() for path, text in {**texts, head: "".join(parts)}.items()}


def _exports(path: str, script: Script) -> str:
    """Return the statement that exports a module from the table."""
    return f'export const {{ {", ".join(script.exports)} }} = modules["{path}"];\n'


def _way(folder: str, path: str) -> str:
    """Return the relative path from a folder to a path, both below the page."""
    way = posixpath.relpath(f"/{path}", f"/{folder}")
    return way if way.startswith(".") else f"./{way}"
