"""Games of boardspace.net: the site's own commands inside SGF, in all dialects since 2008.

Owns the meaning of these commands. A turn is everything up to `done`. Players may take moves back, so only
the last piece put down in a turn counts. The column letter and the row number decide; the relative text after
them is less exact. Rows increase to the north-west, columns to the east. A turn in which no piece is put down
is a pass, unless the player resigns or offers, accepts or declines a draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from hexapoda.errors import InvalidGameError, InvalidMoveError
from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.hive.records.draft import GameDraft, reading_error
from hexapoda.hive.records.sgf_text import Property, Tree, read_trees
from hexapoda.hive.text.move_text import quoted
from hexapoda.hive.variant import variant_of
from hexapoda.sentence import message_of

_COMMAND = re.compile(r"([0-9]+)\s+(\S+)\s*(.*)", re.DOTALL)
_ID = re.compile(r'id\s+"(.*)"\s*', re.DOTALL)
_VARIANT = re.compile(r"hive(?:-([plm]{1,3}))?", re.IGNORECASE)
_PIECE = re.compile(r"([wb])?([qsbgamlp])([1-3])?", re.IGNORECASE)
_DEST = re.compile(r"\.|[-/\\]?[wb]?[qsbgamlp][1-3]?[-/\\]?", re.IGNORECASE)

_WITH_COLOR = frozenset({"move", "pmove", "movedone", "pmovedone"})
_PUT_DOWN = _WITH_COLOR | {"dropb", "pdropb"}
_NO_EFFECT = frozenset({"start", "pick", "pickb", "drop"})
_TURN_ENDS = _PUT_DOWN | {"done", "pass"}
_REMARKS = ("time", "ranking", "id")
"""The first words of a player's properties that are not commands."""
_NO_PLY = frozenset({"resign", "offerdraw", "acceptdraw", "declinedraw"})

_TAGS = {"DT": "SgfDate", "GN": "SgfGameName", "RE": "SgfResult", "EV": "Event", "PC": "Site", "RO": "Round"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def read_boardspace(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of a boardspace file, one per tree."""
    for tree in read_trees(text):
        yield _Game(tree, source).draft()


class _FaultError(Exception):
    """A property cannot be read. The fault becomes the error of the draft."""


class _Game:
    """One tree, read property by property."""

    def __init__(self, tree: Tree, source: str) -> None:
        self._tree = tree
        self._source = source
        self._variant: str | None = None
        self._tags: dict[str, str] = {}
        self._names: dict[int, str] = {}
        self._comments: list[tuple[int, str]] = []
        self._texts: list[str] = []
        self._lines: list[int] = []
        self._cells: list[tuple[Piece, Cell] | None] = []
        self._first: tuple[int, int] | None = None
        self._pending: tuple[int, str, tuple[Piece, tuple[int, int]] | None, int] | None = None
        self._spoke = False
        self._resigned: int | None = None
        self._agreed = False

    def draft(self) -> GameDraft:
        """Return the game of the tree; a bad property becomes the error of the draft."""
        error: InvalidGameError | None = None
        for prop in self._tree.properties:
            try:
                self._read(prop)
            except _FaultError as fault:
                error = reading_error(self._source, prop.line, self._ply_in_doubt(prop), message_of(fault))
                break
        else:
            if self._tree.fault is not None:
                line, snippet = self._tree.fault
                found = f"{quoted(snippet)} is not SGF" if snippet else "the text ends inside a game"
                error = reading_error(
                    self._source, line, len(self._texts) + 1, f"{found}: expected 'NAME[value]' or ')'"
                )
            elif self._variant is None:
                error = reading_error(self._source, self._tree.line, None, "no variant: expected SU[hive...]")
        white, black = self._names.get(0), self._names.get(1)
        claimed, board_decides = self._claim(white, black)
        return GameDraft(
            source=self._source,
            line=self._tree.line,
            format="boardspace",
            variant=self._variant,
            texts=tuple(self._texts),
            lines=tuple(self._lines),
            cells=tuple(self._cells),
            claimed=claimed,
            board_decides=board_decides,
            white=white,
            black=black,
            tags=self._tags,
            comments=tuple(self._comments),
            error=error,
        )

    def _ply_in_doubt(self, prop: Property) -> int | None:
        return len(self._texts) + 1 if _COMMAND.fullmatch(prop.value) else None

    # Header

    def _read(self, prop: Property) -> None:
        if prop.name in ("P0", "P1"):
            command = _COMMAND.fullmatch(prop.value)
            player = int(prop.name[1])
            if command is not None:
                self._command(player, command[2].lower(), command[3].split(), prop)
                return
            name = _ID.fullmatch(prop.value)
            if name is not None:
                self._names[player] = name[1]
            elif not prop.value.strip().lower().startswith(_REMARKS):
                raise _FaultError(
                    f"{prop.name}[{prop.value[:40]}] is not a command: expected a number and a word"
                )
        elif prop.name == "SU":
            self._variant = _read_variant(prop.value)
        elif prop.name == "GM":
            if prop.value.strip() != "27":
                raise _FaultError(f"GM[{prop.value[:20]}] is another game: expected GM[27], Hive")
        elif _is_turn(prop.value):
            raise _FaultError(f"{prop.name}[{prop.value[:40]}] names no player: expected P0 or P1")
        elif prop.name == "C":
            self._comments.append((len(self._texts), prop.value.strip()))
        elif prop.name in _TAGS and prop.value.strip():
            self._tags[_TAGS[prop.name]] = " ".join(prop.value.split())
            if prop.name == "DT" and (date := _read_date(prop.value)):
                self._tags["Date"] = date

    def _claim(self, white: str | None, black: str | None) -> tuple[str | None, bool]:
        """Return the claimed result, and whether only the board shows who won. The text of RE is in the
        language of whoever saved the file, so only the names in it count.
        """
        by_resignation = None if self._resigned is None else ("BlackWins", "WhiteWins")[self._resigned]
        by_agreement = "Draw" if self._agreed else None
        text = self._tags.get("SgfResult", "")
        if not text:
            return by_resignation or by_agreement, by_resignation is None and not self._agreed
        if white and black and white != black:
            # Search for the longer name first, because it may contain the other.
            for name in sorted((white, black), key=len, reverse=True):
                if name in text:
                    return "WhiteWins" if name == white else "BlackWins", False
            return "Draw", False
        if white and white in text:
            return by_resignation, by_resignation is None
        return by_agreement or "Draw", False

    # Commands

    def _command(self, player: int, verb: str, args: list[str], prop: Property) -> None:
        if self._pending is not None and self._pending[0] != player and verb in _TURN_ENDS:
            raise _FaultError(
                f"{quoted(prop.value)} by P{player}: expected 'done' by P{self._pending[0]} first"
            )
        if verb in _PUT_DOWN:
            self._pending = (player, prop.value, self._put_down(player, verb, args, prop.value), prop.line)
            if verb.endswith("done"):
                self._done(player, prop)
        elif verb == "done":
            self._done(player, prop)
        elif verb == "pass":
            self._pending = (player, "pass", None, prop.line)
        elif verb in _NO_PLY:
            self._spoke = True
            if verb == "resign":
                self._resigned = player
            elif verb == "acceptdraw":
                self._agreed = True
        elif verb not in _NO_EFFECT:
            known = " ".join(sorted(_PUT_DOWN | _NO_EFFECT | _NO_PLY | {"done", "pass"}))
            raise _FaultError(f"{quoted(prop.value)} is an unknown command: expected one of {known}")

    def _done(self, player: int, prop: Property) -> None:
        pending, self._pending = self._pending, None
        spoke, self._spoke = self._spoke, False
        if pending is None:
            if spoke:
                return
            pending = (player, "pass", None, prop.line)
        if player != len(self._texts) % 2:
            raise _FaultError(
                f"{quoted(pending[1])} by P{player}: expected a move of P{len(self._texts) % 2}"
            )
        target = pending[2]
        if target is None:
            self._cells.append(None)
        else:
            piece, (column, row) = target
            if self._first is None:
                self._first = (column, row)
            self._cells.append((piece, (column - self._first[0], self._first[1] - row)))
        self._texts.append(pending[1])
        self._lines.append(pending[3])

    def _put_down(self, player: int, verb: str, args: list[str], text: str) -> tuple[Piece, tuple[int, int]]:
        color = "wb"[player]
        if verb in _WITH_COLOR:
            if not args or args[0].lower() not in ("w", "b"):
                raise _FaultError(f"{quoted(text)}: expected '{verb} W PIECE COLUMN ROW DESTINATION'")
            color = args.pop(0).lower()
        if len(args) not in (3, 4):
            raise _FaultError(f"{quoted(text)}: expected PIECE COLUMN ROW DESTINATION after '{verb}'")
        column, row = args[1].upper(), args[2]
        if not re.fullmatch(r"[A-Z]{1,2}", column) or not re.fullmatch(r"-?[0-9]{1,6}", row):
            found = quoted(" ".join(args[1:3]))
            raise _FaultError(f"{quoted(text)}: expected a column letter and a row number, found {found}")
        if len(args) == 4 and not _DEST.fullmatch(args[3]):
            found = quoted(args[3])
            raise _FaultError(f"{quoted(text)}: expected a destination such as 'wA1-' or '.', found {found}")
        return _read_piece(args[0], color, text), (_column(column), int(row))


def _is_turn(value: str) -> bool:
    """Return whether the value of a property is a command that affects the game."""
    command = _COMMAND.fullmatch(value)
    return command is not None and command[2].lower() in _TURN_ENDS | _NO_PLY


def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index


def _read_piece(word: str, color: str, text: str) -> Piece:
    """Return the piece with a name such as `wA1` or `bL1`. Old names lack the color (`g1`, `q`, `A1`): such a
    piece has the given color.
    """
    match = _PIECE.fullmatch(word)
    if match is None:
        raise _FaultError(f"{quoted(text)}: expected a piece such as 'wA1', found {quoted(word)}")
    bug = match[2].upper()
    try:
        return Piece((match[1] or color).lower() + bug + ("" if bug in "QMLP" else match[3] or ""))
    except InvalidMoveError:
        raise _FaultError(f"{quoted(text)}: expected a piece such as 'wA1', found {quoted(word)}") from None


def _read_variant(value: str) -> str:
    words = value.split()
    match = _VARIANT.fullmatch(words[0]) if words else None
    letters = (match[1] or "").upper() if match else ""
    if match is None or len(set(letters)) != len(letters):
        raise _FaultError(f"SU[{value[:40]}] is another game: expected 'hive' or 'hive-' and letters of PLM")
    return variant_of(letter in letters for letter in "MLP")


def _read_date(value: str) -> str | None:
    """Return an English date as `yyyy.mm.dd`; dates in other languages stay unchanged in SgfDate."""
    words = value.replace(",", " ").replace(".", " ").split()
    month = next((i for i, word in enumerate(words) if word[:3].lower() in _MONTHS), None)
    year = next((word for word in words if re.fullmatch(r"(19|20)[0-9]{2}", word)), None)
    day = next((word for word in words if re.fullmatch(r"[0-9]{1,2}", word)), None)
    if month is None or year is None or day is None:
        return None
    try:
        date = datetime(int(year), _MONTHS.index(words[month][:3].lower()) + 1, int(day))
    except ValueError:
        return None
    return date.strftime("%Y.%m.%d")
