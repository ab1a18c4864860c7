"""How Sphinx builds the documentation: `make docs`."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer

import hexapoda

project = "hexapoda"
author = "The hexapoda founders"
copyright = "2026, the hexapoda founders"
version = release = hexapoda.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["attrs_inline", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
napoleon_use_ivar = True
highlight_language = "text"

html_theme = "furo"
html_title = "hexapoda"
html_static_path = ["_static"]
html_css_files = ["hexapoda.css"]
html_favicon = "_static/hexagon.svg"
html_theme_options = {
    "light_logo": "hexagon.svg",
    "dark_logo": "hexagon.svg",
    "light_css_variables": {
        "color-brand-primary": "#8a5a00",
        "color-brand-content": "#7a4f00",
        "color-brand-visited": "#6d4a6b",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f0b429",
        "color-brand-content": "#f0b429",
        "color-brand-visited": "#c9a3c6",
    },
}

# Both games have a class `Position`, so references to it are ambiguous; Sphinx picks the nearest one.
suppress_warnings = ["ref.python"]

_FENCE = re.compile(r"^```.*$")
_CODE = re.compile(r"(?<![`:\w])`([^`\n]+)`(?!`)")


def _markdown_to_rest(_app: Any, what: str, name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """Convert Markdown fences and inline code in docstrings to reStructuredText."""
    fenced = False
    found: list[str] = []
    for line in lines:
        if _FENCE.match(line):
            found += [""] if fenced else ["", "::", ""]
            fenced = not fenced
        elif fenced:
            found.append(f"    {line}" if line else "")
        else:
            found.append(_CODE.sub(r"``\1``", line))
    lines[:] = found
    if what in _PLAIN:
        _kept[name] = found.copy()


def _undo_napoleon(_app: Any, what: str, name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """Restore the docstrings of attributes: Napoleon takes any text before a colon for a type."""
    if what in _PLAIN:
        lines[:] = _kept.pop(name, lines)


def _trim_code(_app: Any, document: nodes.document) -> None:
    """Remove the empty line that ends every doctest."""
    for block in document.findall(nodes.literal_block):
        block[:] = [nodes.Text(block.astext().rstrip("\n"))]


_PLAIN = ("attribute", "property", "data")
_kept: dict[str, list[str]] = {}


def setup(app: Any) -> None:
    """Register the lexer and the hooks of this file."""
    app.add_lexer("game", TextLexer)  # sessions at the terminal, run by tests/docs
    app.connect("autodoc-process-docstring", _markdown_to_rest, priority=400)
    app.connect("autodoc-process-docstring", _undo_napoleon, priority=600)
    app.connect("doctree-read", _trim_code)
