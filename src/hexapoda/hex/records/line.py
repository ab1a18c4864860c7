"""Games without variations: from the words of a line to a draft.

All formats without variations share this code: the words of moves, their maximum number, and the conversion
to a draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, NamedTuple

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hex.cell import MAX_SIDE
from hexapoda.hex.variant import variant_of
from hexapoda.record import Ending
from hexapoda.record.draft import Draft, Ply, draft_header, reading_error, unreadable
from hexapoda.text.sentence import Sentence

__all__ = ["MAX_LINE", "Word", "board_draft", "line_draft", "stones", "words_of", "written"]

MAX_LINE = 2_000
"""The maximum number of moves read from a game without variations. The largest board has 676 cells."""

_CELL = re.compile(r"[a-z][1-9][0-9]?")
_STONES = re.compile(r"(?:[a-z][1-9][0-9]?(?: |$))+")
_STONES_RUN_ON = re.compile(r"(?:[a-z][1-9][0-9]?)+")
_RUN_ON = re.compile(r"[a-z][1-9][0-9]?|:[sp]|swap(?:-pieces|-sides)?|pass", re.IGNORECASE)
_CANONICAL = {":s": "swap-pieces", ":S": "swap-sides", ":p": "pass", ":P": "pass"}


class Word(NamedTuple):
    """A move as written.

    Attributes:
        text: the text in the file.
        target: the canonical text, or the error if it is not a move; None if the text is canonical.
        color: the color of the stone; None if the file does not say.
    """

    text: str
    target: str | HexapodaError | None = None
    color: int | None = None


@lru_cache(maxsize=2048)
def written(text: str) -> Word:
    """Return a move of at most three characters, in either case. Cached, because there are few such moves."""
    return Word(text, text.lower())


def words_of(text: str) -> Iterator[Word]:
    """Yield the moves in text without spaces, such as `a5d7f3` or `a2:sb3`. If the rest of the text does not
    begin with a move, the last word is an error.
    """
    if _STONES_RUN_ON.fullmatch(text):
        yield from map(written, _CELL.findall(text))
        return
    at = 0
    while at < len(text):
        found = _RUN_ON.match(text, at)
        if found is None:
            rest = text[at : at + 20]
            reason = Sentence("not a move: expected a cell such as e4, :s, :S, :p, :rb or :rw")
            yield Word(rest, InvalidGameError(reason))
            return
        word, at = found[0], found.end()
        yield Word(word, _CANONICAL.get(word, word.lower()))


def line_draft(
    format: str,
    source: str,
    line: int,
    words: Iterable[Word],
    *,
    variant: str = "",
    swap: str | None = None,
    start: str | None = None,
    resigned: int | Literal["mover"] | None = None,
    forfeit: bool = False,
    **fields: Any,
) -> Draft:
    """Return the draft of a game whose moves are on one line of a file. `swap` is the rule that the file
    names; `forfeit` turns the resignation into a forfeit. Other fields are as in `draft_header`.
    """
    found = list(islice(words, MAX_LINE + 1))
    root = Ply(line=line)
    _add_words(root, found[:MAX_LINE], first=0 if start is None else None)
    header = draft_header(
        "hex",
        source,
        variant,
        ending=Ending.RESIGN if resigned is not None and not forfeit else Ending.UNKNOWN,
        rules=() if swap is None else (("swap", swap),),
        start=start,
        detail="forfeit" if forfeit else "",
        **fields,
    )
    error = None
    if len(found) > MAX_LINE:
        reason = Sentence("more than {most} moves: expected a game of Hex", most=MAX_LINE)
        error = reading_error(source, line, MAX_LINE + 1, reason)
    return Draft(header, root, format, line, resigned, error)


def _add_words(root: Ply, words: list[Word], first: int | None) -> None:
    """Add the moves of a game. In most games all of them are stones of alternating colors, which are added as
    one line, because it can be played at once. `first`: the color that moves first; None if unknown.
    """

    def add() -> None:
        ply = root
        for text, target, color in words:
            ply = ply.add(text, root.line, target=None if target == text else target, color=color)

    texts = [text if target is None else target for text, target, _ in words]
    colors = {(color, number % 2) for number, (_, _, color) in enumerate(words) if color is not None}
    alternate = not colors or (first is not None and colors <= {(first, 0), (1 - first, 1)})
    if alternate and (line := stones(texts)):
        root.add_line(line, add)
    else:
        add()


def stones(texts: Sequence[object]) -> list[str] | None:
    """Return the texts if there are any and all of them are canonical texts of stones; None otherwise."""
    line = [text for text in texts if isinstance(text, str)]
    return line if len(line) == len(texts) and _STONES.fullmatch(" ".join(line)) else None


def board_draft(
    format: str, source: str, line: int, columns: int, rows: int, words: Iterable[Word], **fields: Any
) -> Draft:
    """Return the draft of a game on a board whose size the file states; see `line_draft`. If the size is
    not valid, return the draft of a game that cannot be read.
    """
    if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        reason = Sentence(
            "a board of {columns} x {rows}: expected 1 to {most} columns and rows",
            columns=columns,
            rows=rows,
            most=MAX_SIDE,
        )
        return unreadable("hex", format, source, line, reason)
    return line_draft(format, source, line, words, variant=variant_of(columns, rows), **fields)
