"""`page_html`: an HTML page in a single file, which loads nothing else.

The content security policy in the head of the page allows only the page's own script and style, identified by
their hashes, so a name or comment in a game cannot inject code.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape
from importlib.metadata import version

__all__ = ["escaped", "page_html"]


def page_html(
    title: str, *, style: str, body: str, script: str, data: Mapping[str, object], language: str | None = None
) -> str:
    """Return a page. `title` is plain text, `body` is HTML. The script finds each value of `data` as JSON in
    the element whose id is the key. `language` is the language of the page; None lets the reader choose it.
    """
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    fixed = "" if language is None else f' data-language="{language}"'
    blocks = "".join(
        f'<script type="application/json" id="{id}">{_json(value)}</script>' for id, value in data.items()
    )
    return (
        f'<!doctype html>\n<html lang="{language or "en"}"{fixed}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="hexapoda {version("hexapoda")}">\n'
        f'<title>{escaped(title)}</title>\n<link rel="icon" href="data:,">\n<style>{style}</style>\n'
        f"</head>\n<body>\n{body}\n{blocks}\n<script>{script}</script>\n</body>\n</html>\n"
    )


def escaped(text: object) -> str:
    """Escape text for HTML content and attributes. Replace unprintable characters, such as bidi controls."""
    return escape("".join(c if c.isprintable() else "\ufffd" for c in str(text)), quote=True)


def _json(value: object) -> str:
    """Return JSON in which no string can close the element around it."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
