"""Free text inside PGN: what a tag's value or a comment must not hold is written as a character reference.

Owns the two ways of escaping. PGN has no escape for a closing brace or a line end, so both become numeric
references as in HTML (`&#125;`), which leave moves such as `wQ \\wS1` in a comment as they are. So does a
bracket that would make a command of plain text.
"""

from __future__ import annotations

import re

_REFERENCE = re.compile(r"&#([0-9]{1,7});")
_ESCAPED = re.compile(r'\\(["\\])')
_EDGE = re.compile(r"^\s+|\s+$")
# Controls, separators of lines in any alphabet, and what UTF-8 cannot hold.
_FORBIDDEN = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff"
_IN_COMMENT = re.compile(rf"[{{}}{_FORBIDDEN}]|&(?=#)|\[(?=%(?:eval|play)\b)")
_IN_VALUE = re.compile(rf"[{_FORBIDDEN}]|&(?=#)")


def escape_comment(text: str) -> str:
    """A comment as it may stand between braces, on one line."""
    return _EDGE.sub(_refer_all, _IN_COMMENT.sub(_refer, text))


def escape_value(text: str) -> str:
    """A tag's value as it may stand between quotes."""
    plain = _EDGE.sub(_refer_all, _IN_VALUE.sub(_refer, text))
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def unescape_comment(text: str) -> str:
    """The text of a comment; references to characters that there are none of stay as they are."""
    return _REFERENCE.sub(_character, text)


def unescape_value(text: str) -> str:
    """The value of a tag."""
    return unescape_comment(_ESCAPED.sub(r"\1", text).strip())


def _refer(found: re.Match[str]) -> str:
    return f"&#{ord(found.group())};"


def _refer_all(found: re.Match[str]) -> str:
    return "".join(f"&#{ord(letter)};" for letter in found.group())


def _character(found: re.Match[str]) -> str:
    code = int(found.group(1))
    return chr(code) if code <= 0x10FFFF else found.group()
