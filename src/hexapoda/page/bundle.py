"""Bundles the page's scripts and styles, for pages in a single file and to save browsers many requests.

Rewrites JavaScript modules: each becomes a function that returns its exports, placed after the modules that
it imports. Import and export statements must begin at the start of a line. A bundler written in JavaScript is
not an option: the installed package makes pages on machines without Node.js.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources

from hexapoda.games import find_game
from hexapoda.games.page_files import page_folder
from hexapoda.games.translations import other_languages
from hexapoda.page.catalogs import BOARD_WORDS, catalog_path, made_script, some_words, with_sentences

__all__ = ["Script", "bundle_scripts", "bundle_styles", "later_scripts", "page_file"]

_LINE_COMMENT = re.compile(r"^[ \t]*//.*\n|(?<=[;,{}])[ \t]+// .*$", re.MULTILINE)
"""A comment on a line of its own, or at the end of a line."""
_BLOCK_COMMENT = re.compile(r"[ \t]*/\*\*.*?\*/\n?", re.DOTALL)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
"""The indentation of a line, and the empty lines before it."""
_STYLE_COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
_STYLE_SPACE = re.compile(r"(?<=[{};,])\n|(?<=[{:;,]) | (?=[{}])|;(?=\s*\})")
"""The spaces, line ends and semicolons that a style sheet does not need. A string in the
page's style sheets must not have a colon or a comma before a space."""
_IMPORT = re.compile(r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"([^"]+)";?[ \t]*$', re.MULTILINE)
_DECLARED = re.compile(r"^export (?=(?:const|let|class|async function|function)\s+([\w$]+))", re.MULTILINE)
_LISTED = re.compile(r"(?:^|(?<=[;}]))export\s*\{([^}]*)\};?[ \t]*$", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(.*|\bimport\.meta\b|<!--", re.MULTILINE)
_LATER = re.compile(r"\bimport\s*\(")
_ADDRESS = re.compile(r"\bimport\.meta\.url\b")
_UNKNOWN = re.compile(
    r"^export (?:let .*|const [^;(\[{]*,\s*[\w$]+ = .*|\{[^}]*\bas default\b)", re.MULTILINE
)
"""Exports that cannot be bundled: `let` variables, several constants in one declaration, and defaults."""
_WORDS = "words.js"
_BOARD_WORDS = re.compile(rf"games/\w+/{re.escape(BOARD_WORDS)}")
_PART = re.compile(r'\btextsOf\("(\w+)"')
"""A call with which a module reads a part of the words. The group is the name of the part."""
_END = re.compile(r"</(?=script)", re.IGNORECASE)
_SAFE_END = r"<\\/"
"""A replacement for `_END` that means the same in a JavaScript string, but does not end the page's script."""


@dataclass(frozen=True, slots=True)
class Script:
    """A module, rewritten as the body of a function."""

    text: str
    exports: tuple[str, ...]
    """The names in the object that the function returns."""


def bundle_scripts(entries: Iterable[str]) -> str:
    """Return a script with the modules `entries`, in this order, and all modules that they import. Paths are
    relative to the page's folder, such as `boards/plain.js`. Raises `ValueError` for a module that cannot be
    bundled, and `FileNotFoundError` for a missing one.
    """
    found: dict[str, Script] = {}
    for entry in entries:
        _add(entry, found, _page_script)
    first = _catalogs(found)
    words = [each for each in other_languages() if catalog_path(each) in first]
    used = (f'modules["{_WORDS}"].useCatalog("{each}", modules["{catalog_path(each)}"]);\n' for each in words)
    rest = {path: one for path, one in found.items() if path not in first}
    return "".join(['"use strict";\nconst modules = {};\n', *_functions(first), *used, *_functions(rest)])


def _functions(scripts: Mapping[str, Script]) -> list[str]:
    return [f"modules[{_quoted(path)}] = (() => {{\n{one.text}}})();\n" for path, one in scripts.items()]


def _page_script(path: str) -> str:
    """Return the text of a module of the page, which may be made from catalogs."""
    made = made_script(path, page_file)
    return page_file(path) if made is None else made


def _catalogs(found: Mapping[str, Script]) -> dict[str, Script]:
    """Return the word catalogs of the languages other than English, reduced to the words that these modules
    use, and the modules that the catalogs import. These come first in a bundle, because modules read words
    while they load.
    """
    if _WORDS not in found:
        return {}
    parts = {part for one in found.values() for part in _PART.findall(one.text)}
    boards = "".join(one.text for path, one in found.items() if _BOARD_WORDS.fullmatch(path))
    catalogs = {
        catalog_path(each): with_sentences(some_words(page_file(catalog_path(each)), parts), each, boards)
        for each in other_languages()
    }
    first: dict[str, Script] = {}
    for path in (_WORDS, *catalogs):
        _add(path, first, lambda other: catalogs.get(other) or _page_script(other))
    return first


def bundle_styles(paths: Iterable[str]) -> str:
    """Return the style sheets at these paths joined into one, without comments and unneeded space."""
    text = "".join(map(page_file, paths))
    return _STYLE_SPACE.sub("", _INDENT.sub("", _STYLE_COMMENT.sub("", text)))


def later_scripts(
    entries: Iterable[str], read: Callable[[str], str], known: Mapping[str, Script] | None = None
) -> dict[str, Script]:
    """Return the modules `entries` and all modules that they import, for a script that can load others later:
    `import(x)` becomes `later(PATH, x)`, and `import.meta.url` becomes `address(PATH)`. `read` returns the
    text of a module; the modules in `known` are left out. Raises the errors of `bundle_scripts` and `read`.
    """
    found = dict(known or {})
    for entry in entries:
        _add(entry, found, read, later=True)
    return {path: one for path, one in found.items() if path not in (known or {})}


def _add(
    path: str,
    found: dict[str, Script],
    read: Callable[[str], str],
    above: tuple[str, ...] = (),
    *,
    later: bool = False,
) -> None:
    """Add a module to `found`, after the modules that it imports. `above` is the chain of modules that led to
    it. `later` allows `import(x)` and `import.meta.url`.
    """
    if path in above:
        raise ValueError(f"{path} imports itself through other modules")
    if path in found:
        return
    text = _BLOCK_COMMENT.sub(_kept, read(path))
    if "@license" not in text:  # third-party code stays as it is
        text = _INDENT.sub("", _LINE_COMMENT.sub("", text))
    exports: list[tuple[str, str]] = []

    def imported(match: re.Match[str]) -> str:
        target = _target(path, match)
        _add(target, found, read, (*above, path), later=later)
        names = _pairs(match[1] or "")
        there = found[target].exports
        if missing := [name for name, _ in names if name not in there]:
            raise ValueError(f"{path} cannot be bundled: {target} does not export {missing[0]!r}")
        parts = ", ".join(name if name == own else f"{name}: {own}" for name, own in names)
        module = f"modules[{_quoted(target)}];"
        return f"const {{ {parts} }} = {module}" if parts else module

    def declared(match: re.Match[str]) -> str:
        exports.append((match[1], match[1]))
        return ""

    def listed(match: re.Match[str]) -> str:
        exports.extend((name, own) for own, name in _pairs(match[1]))
        return ""

    text = _IMPORT.sub(imported, text)
    if later:
        text = _LATER.sub(f"later({_quoted(path)}, ", text)
        text = _ADDRESS.sub(f"address({_quoted(path)})", text)
    if (other := _UNKNOWN.search(text)) is None:
        text = _LISTED.sub(listed, _DECLARED.sub(declared, text))
        other = _OTHER.search(text)
    if other is not None:
        raise ValueError(f"{path} cannot be bundled: {other[0][:80]!r}")
    values = ", ".join(name if name == own else f"{name}: {own}" for name, own in exports)
    text = f"{_END.sub(_SAFE_END, text)}\nreturn {{ {values} }};\n"
    found[path] = Script(text, tuple(name for name, _ in exports))


def _target(path: str, match: re.Match[str]) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), match[2]))


def _pairs(names: str) -> list[tuple[str, str]]:
    """Parse `a, b as c` into (a, a) and (b, c)."""
    pairs = [name.split(" as ") for name in names.split(",") if name.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]


def _kept(comment: re.Match[str]) -> str:
    """Return a comment with a license unchanged, and an empty string for any other comment."""
    return comment[0] if "@license" in comment[0] else ""


def _quoted(path: str) -> str:
    return f'"{path}"'


def page_file(path: str) -> str:
    """Return the text of a file of the page, such as `main.js`, or of a game, such as `games/hex/board.js`.
    Raises `FileNotFoundError`.
    """
    top, _, rest = path.partition("/")
    if top == "games":
        name, _, file = rest.partition("/")
        return (page_folder(find_game(name)) / file).read_text("utf-8")
    return resources.files("hexapoda").joinpath("web", "static", path).read_text("utf-8")
