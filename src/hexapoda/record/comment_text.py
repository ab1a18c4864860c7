"""Free text in PGN and SGF: escapes characters that a tag value or a comment must not contain.

PGN has no escape for a closing brace or a line end, so both become numeric references as in HTML (`&#125;`).
Moves such as `wQ \\wS1` in a comment stay unchanged. A bracket is escaped if the text after it would be read
as a command, such as `[%eval`. SGF has escapes of its own, so its comments need few references.
"""

from __future__ import annotations

import re

from hexapoda.record.annotation import COMMAND

_REFERENCE = re.compile(r"&#([0-9]{1,7});")
_ESCAPED = re.compile(r'\\(["\\])')
_EDGE = re.compile(r"^\s+|\s+$")
# Control characters, Unicode line separators, and code points that UTF-8 cannot encode.
_FORBIDDEN = "\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff"
_IN_COMMENT = re.compile(rf"[{{}}{_FORBIDDEN}]|&(?=#)|{COMMAND.pattern}")
_IN_SGF = re.compile(rf"[\x00\r\ud800-\udfff\ufeff]|&(?=#)|{COMMAND.pattern}")
_IN_VALUE = re.compile(rf"[{_FORBIDDEN}]|&(?=#)")


def escape_sgf_comment(text: str) -> str:
    """Escape what a reader would change in an SGF comment, except what SGF's own escapes cover."""
    return _EDGE.sub(_refer_all, _IN_SGF.sub(_refer, text))


def escape_comment(text: str) -> str:
    """Escape a comment for use between braces on one line."""
    return _EDGE.sub(_refer_all, _IN_COMMENT.sub(_refer, text))


def escape_value(text: str) -> str:
    """Escape the value of a tag for use between quotes."""
    plain = _EDGE.sub(_refer_all, _IN_VALUE.sub(_refer, text))
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def unescape_comment(text: str) -> str:
    """Return the text of a comment; invalid references stay unchanged."""
    return _REFERENCE.sub(_character, text)


def unescape_value(text: str) -> str:
    """Return the text of a tag value."""
    return unescape_comment(_ESCAPED.sub(r"\1", text).strip())


def _refer(found: re.Match[str]) -> str:
    return f"&#{ord(found.group())};"


def _refer_all(found: re.Match[str]) -> str:
    return "".join(f"&#{ord(letter)};" for letter in found.group())


def _character(found: re.Match[str]) -> str:
    code = int(found.group(1))
    return chr(code) if code <= 0x10FFFF else found.group()
