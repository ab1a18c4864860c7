"""Links to boards of HexWorld, `https://hexworld.org/board/#11c1,a10:sf6e7,d5`, and of trmph.com.

After the `#`, commas separate the size and flags, the moves up to the cursor, and the moves after the cursor.
A move is a cell, `:s` (swap pieces), `:S` (swap sides) or `:p` (pass). `:rb` and `:rw` are resignations of
Black and White, whom HexWorld calls Red and Blue; `:fb` and `:fw` are forfeits. The flag `r9` stands for
rotation 9 of `hexapoda.hex.draw.lattice`. Links of trmph have only a size and cells, and show a swap as a
stone on the mirrored cell. A link without an address, flags or colons is read like a link of trmph.

A link that is read may be escaped, and may be surrounded by other text. If it is alone on a line, it may lack
the address and the `#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.hex.cell import format_cell, mirrored, parse_cell
from hexapoda.hex.draw.lattice import ROTATIONS
from hexapoda.hex.records.line import Word, board_draft, words_of
from hexapoda.hex.variant import board_size
from hexapoda.record import Ending, GameTree
from hexapoda.record.draft import Draft, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.text.sentence import Sentence

__all__ = ["HEXWORLD", "SITE", "format_link"]

SITE = "https://hexworld.org/board/#"

_NAME, _TRMPH = "hexworld", "trmph"
_ADDRESS = r"(?:https?://)?(?:www\.)?(?:(?P<hexworld>hexworld)\.org|(?P<trmph>trmph)\.com/hex)/board/?(?:index\.html)?\??"
_BOARD = r"(?P<columns>[0-9]{1,4})(?:x(?P<rows>[0-9]{1,4}))?(?P<flags>(?:[a-z][0-9]*)*)"
_LINK = re.compile(rf"(?:(?:{_ADDRESS})?\#|(?=[^,]*,))\s*{_BOARD}(?P<moves>(?:,[^,\s]*)*)", re.IGNORECASE)
_INSIDE = re.compile(rf"(?:{_ADDRESS}|(?<![\w/]))\#{_BOARD}(?P<moves>(?:,[a-z0-9:]*)+)", re.IGNORECASE)
_SITE = re.compile(
    rf"{_ADDRESS}(?:\#|%23)|(?<![\w/])\#[0-9]{{1,2}}(?:x[0-9]{{1,2}})?(?:[a-z][0-9]*)*(?:,|%2C)[a-z][0-9]",
    re.IGNORECASE,
)
_DAMAGED = re.compile(rf"{_ADDRESS}\#|\#?[0-9]+[a-z0-9]*,", re.IGNORECASE)
_AROUND = re.compile(r"^[<\"'(\[`\s]+|[>\"')\]`\s.;]+$")
_ROTATION = re.compile(r"r([0-9]+)")
_END = re.compile(r":([rf])([bw])", re.IGNORECASE)
_CODES = {"swap-pieces": ":s", "swap-sides": ":S", "pass": ":p"}
_USUAL = 10
"""The rotation of a link without the flag `r`."""


def format_link(
    variant: str,
    moves: Iterable[str],
    *,
    rotation: int = _USUAL,
    gave_up: int | None = None,
    forfeit: bool = False,
) -> str:
    """Return the link to a game. `moves` are canonical texts. `gave_up` is the color that resigned or, with
    `forfeit`, forfeited: 0 for Black, 1 for White, None for neither. Raises `UsageError` for another color,
    and for a rotation that is not from 1 to 12.
    """
    if isinstance(rotation, bool) or rotation not in ROTATIONS:
        raise UsageError(f"unknown rotation {rotation!r}: expected 1 to 12, as on a clock face")
    if gave_up not in (None, 0, 1):
        raise UsageError(f"no color {gave_up!r}: expected 0 (Black) or 1 (White)")
    columns, rows = board_size(variant)
    size = str(columns) if columns == rows else f"{columns}x{rows}"
    turned = "" if rotation == _USUAL else f"r{rotation}"
    line = "".join(_CODES.get(move, move) for move in moves)
    end = "" if gave_up is None else f":{'f' if forfeit else 'r'}{'bw'[gave_up]}"
    return f"{SITE}{size}{turned}c1,{line}{end}"


def _detect(head: Head) -> bool:
    if _SITE.search(head.text):
        return True
    lines = [line for line in head.lines if not line.lstrip().startswith("//")]
    return sum(_LINK.fullmatch(_AROUND.sub("", _plain(line))) is not None for line in lines) * 2 > len(lines)


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games of all links. Lines without a link are skipped, but a damaged link yields an error."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("//"):
            continue
        plain = _plain(line)
        bare = _AROUND.sub("", plain)
        alone = _LINK.fullmatch(bare)
        if alone is not None:
            yield _game(alone, source, number)
            continue
        inside = list(_INSIDE.finditer(plain))
        for found in inside:
            yield _game(found, source, number)
        if not inside and _DAMAGED.match(bare):
            reason = Sentence(
                "{text} is not a HexWorld link: expected {site}SIZE,MOVES", text=repr(bare[:60]), site=SITE
            )
            yield unreadable("hex", _NAME, source, number, reason)


def _game(found: re.Match[str], source: str, number: int) -> Draft:
    # Links of trmph have neither flags nor moves with a colon.
    bare = not found["hexworld"] and not found["flags"] and found["moves"] and ":" not in found["moves"]
    name = _TRMPH if found["trmph"] or bare else _NAME
    letters = re.findall(r"[a-z]", found["flags"].lower())
    if len(set(letters)) < len(letters):
        reason = Sentence(
            "invalid flags {flags}: expected each flag once, then a comma and the moves",
            flags=repr(found["flags"][:40]),
        )
        return unreadable("hex", name, source, number, reason)
    turned = _ROTATION.search(found["flags"].lower())
    rotation = _USUAL if turned is None else int(turned[1])
    moves = found["moves"].replace(",", "")
    end = _END.search(moves)
    words = words_of(moves if end is None else moves[: end.start()])
    if end is not None and moves[end.end() :]:
        words = _followed(words, moves[end.end() :])
    return board_draft(
        name,
        source,
        number,
        int(found["columns"]),
        int(found["rows"] or found["columns"]),
        _with_swap(words) if name == _TRMPH else words,
        resigned=None if end is None else "bw".index(end[2].lower()),
        forfeit=end is not None and end[1].lower() == "f",
        tags=() if rotation == _USUAL else (("Rotation", str(rotation)),),
    )


def _followed(words: Iterable[Word], rest: str) -> Iterator[Word]:
    """Yield the words, then an error for `rest`, which follows a resignation or forfeit."""
    yield from words
    reason = Sentence("nothing may follow a resignation or forfeit")
    yield Word(rest[:20], InvalidGameError(reason))


def _with_swap(words: Iterable[Word]) -> Iterator[Word]:
    """Yield the words, with a swap in place of a second stone on the mirrored cell of the first."""
    first = None
    for number, word in enumerate(words):
        if number == 0 and isinstance(word.target, str):
            first = _mirrored(word.target)
        swaps = number == 1 and first is not None and word.target == first
        yield Word(word.text, "swap-pieces") if swaps else word


def _mirrored(text: str) -> str | None:
    try:
        return format_cell(mirrored(parse_cell(text)))
    except HexapodaError:
        return None


def _plain(line: str) -> str:
    """Return a line without the escapes of URLs and of Markdown."""
    return (unquote(line) if "%" in line else line).replace("\\", "")


def _write(tree: GameTree, plain: bool) -> str:
    header = tree.header
    if header.start is not None:
        reason = Sentence("a game with initial stones cannot be written as a link")
        raise InvalidGameError(reason, source=header.source)
    moves = [node.text for node in tree.main_line()]
    forfeit = header.detail == "forfeit" or header.ending is Ending.TIMEOUT
    gave_up = None
    if header.winner is not None and (header.ending is Ending.RESIGN or forfeit):
        # A resignation names the color, and a swap of sides exchanges the colors of the players.
        gave_up = (1 - header.winner) ^ ("swap-sides" in moves)
    rotation = dict(header.tags).get("Rotation", "")
    link = format_link(
        header.variant,
        moves,
        rotation=int(rotation) if rotation in map(str, ROTATIONS) else _USUAL,
        gave_up=gave_up,
        forfeit=forfeit,
    )
    return f"{link}\n"


HEXWORLD = RecordFormat(_NAME, _detect, _read, _write, (".hexworld", ".url"), title="HexWorld link")
