"""Games of boardspace.net: the site's own commands inside SGF, in all dialects since 2008.

Defines the meaning of these commands. A turn consists of the commands up to `done`. Players may take moves
back, so only the last piece put down in a turn counts. A turn in which no piece is put down is a pass, unless
the player resigns or offers, accepts or declines a draw. `boardspace_grid` finds the cells, and
`boardspace_result` the winner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hexapoda.errors import InvalidGameError, InvalidMoveError
from hexapoda.files.game_file import Contents
from hexapoda.hive.game import HIVE
from hexapoda.hive.piece import Piece
from hexapoda.hive.records.boardspace_grid import Grid, GridError, GridPlace
from hexapoda.hive.records.boardspace_result import read_winner
from hexapoda.hive.records.result import claims
from hexapoda.hive.variant import variant_of
from hexapoda.record.date import read_date
from hexapoda.record.draft import Draft, Ply, draft_header, reading_error, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.repair import Repair
from hexapoda.record.sgf import GAME, Property, SgfTree, not_this_game, read_sgf
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["BOARDSPACE"]

_NAME = "boardspace"
_LINE = re.compile(r"\s*(\(\s*;|;|\)|P-?[0-9]\[|(GM|SU|VV|DT|GN|RE|TC|CM)\[)")
_START = re.compile(r"\s*\(\s*;\s*[A-Za-z]+\s*\[")
_HIVE = re.compile(r"SU\[\s*hive|P[01]\[\s*[0-9]+ (pick|dropb|move|done|start)", re.IGNORECASE)

_COMMAND = re.compile(r"\s*([0-9]+)\s+(\S+)\s*(.*)", re.DOTALL)
_ID = re.compile(r'\s*id\s+"(.*)"\s*', re.DOTALL)
_VARIANT = re.compile(r"hive(?:-([plm]{1,3}))?", re.IGNORECASE)
_PIECE = re.compile(r"([wb])?([qsbgamlp])([1-3])?", re.IGNORECASE)

_WITH_COLOR = frozenset({"move", "pmove", "movedone", "pmovedone"})
_PUT_DOWN = _WITH_COLOR | {"dropb", "pdropb"}
_NO_EFFECT = frozenset({"start", "pick", "pickb", "drop"})
_TURN_ENDS = _PUT_DOWN | {"done", "pass", "passdone"}
_REMARKS = ("time", "ranking", "id")
"""The first words of those properties of a player that are not commands."""
_NO_PLY = frozenset({"resign", "offerdraw", "acceptdraw", "declinedraw"})

_TAGS = {"DT": "SgfDate", "GN": "SgfGameName", "RE": "SgfResult", "PC": "Site", "RO": "Round"}


def _detect(head: Head) -> bool | Contents:
    if not _START.match(head.text) and not head.most(_LINE):
        return False
    game = GAME.search(head.text)
    if _HIVE.search(head.text) or (game is not None and game[1] == "27"):
        return True
    return not_this_game(head.text)


def _read(text: str, source: str) -> Iterator[Draft]:
    found = False
    for tree in read_sgf(text):
        found = True
        yield _Game(tree, source).draft()
    if not found:
        yield unreadable(HIVE.name, _NAME, source, 1, "no game: expected '(;'")


BOARDSPACE = RecordFormat(_NAME, _detect, _read)


class _FaultError(Exception):
    """A property cannot be read. The fault becomes the error of the draft."""


class _Game:
    """One SGF tree, read property by property."""

    def __init__(self, tree: SgfTree, source: str) -> None:
        self._tree = tree
        self._source = source
        self._variant: str | None = None
        self._tags: dict[str, str] = {}
        self._event = ""
        self._names = ["", ""]
        self._root = Ply(line=tree.line)
        self._last = self._root
        self._grid = Grid()
        self._pending: tuple[int, str, GridPlace | None, int] | None = None
        self._spoke = False
        self._resigned: int | None = None
        self._agreed = False
        self._repairs: list[Repair] = []

    def draft(self) -> Draft:
        """Return the game of the tree; a bad property becomes the error of the draft."""
        error: InvalidGameError | None = None
        for prop in self._properties():
            try:
                self._read(prop)
            except _FaultError as fault:
                ply = self._last.ply + 1 if _COMMAND.fullmatch(prop.value) else None
                error = reading_error(self._source, prop.line, ply, message_of(fault))
                break
        else:
            if self._tree.fault is not None:
                line, why = self._tree.fault
                error = reading_error(self._source, line, self._last.ply + 1, why)
            elif self._variant is None:
                error = reading_error(self._source, self._tree.line, None, "no variant: expected SU[hive...]")
        header = draft_header(
            HIVE.name,
            self._source,
            self._variant or "",
            names=(self._names[0], self._names[1]),
            date=read_date(self._tags.get("SgfDate", "")),
            event=self._event,
            tags=tuple(self._tags.items()),
            **self._claim(),
        )
        return Draft(
            header,
            self._root,
            _NAME,
            self._tree.line,
            resigned=self._resigned,
            error=error,
            repairs=tuple(self._repairs),
        )

    def _properties(self) -> Iterator[Property]:
        """Yield the properties of the main line."""
        node = self._tree.root
        while True:
            yield from node.properties
            if not node.children:
                return
            node = node.children[0]

    def _claim(self) -> dict[str, Any]:
        """Return the header fields of the result. A winner or draw in RE overrides the commands."""
        text = self._tags.get("SgfResult", "")
        result = read_winner(text, self._names[0], self._names[1]) if text else None
        if result is not None:
            return claims(result)
        if self._agreed:
            return claims("Draw")
        if text and self._resigned is None:
            reason = Sentence(
                "the result {text} does not say who won: the winner is unknown", text=quoted(text)
            )
            self._repairs.append(Repair("unknown", reason, self._tree.line))
        return claims(None)

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
                self._names[player] = name[1].strip()
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
            self._last.annotate([prop.value.strip()])
        elif prop.name == "EV":
            self._event = " ".join(prop.value.split())
        elif prop.name in _TAGS and prop.value.strip():
            self._tags[_TAGS[prop.name]] = " ".join(prop.value.split())

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
        elif verb in ("pass", "passdone"):
            self._pending = (player, "pass", None, prop.line)
            if verb == "passdone":
                self._done(player, prop)
        elif verb in _NO_PLY:
            self._spoke = True
            if verb == "resign":
                self._resigned = player
            elif verb == "acceptdraw":
                self._agreed = True
        elif verb not in _NO_EFFECT:
            known = " ".join(sorted(_PUT_DOWN | _NO_EFFECT | _NO_PLY | {"done", "pass", "passdone"}))
            raise _FaultError(f"{quoted(prop.value)} is an unknown command: expected one of {known}")

    def _done(self, player: int, prop: Property) -> None:
        pending, self._pending = self._pending, None
        spoke, self._spoke = self._spoke, False
        if pending is None:
            if spoke:
                return
            pending = (player, "pass", None, prop.line)
        _, text, place, line = pending
        if place is None:
            self._last = self._last.add(text, line, color=player)
            return
        try:
            target, doubt = self._grid.put(place)
        except GridError as fault:
            raise _FaultError(message_of(fault)) from None
        self._last = self._last.add(text.strip(), line, color=player, target=target)
        if doubt is not None:
            self._repairs.append(Repair("changed", doubt, line, self._last.ply))

    def _put_down(self, player: int, verb: str, args: list[str], text: str) -> GridPlace:
        color = "wb"[player]
        if verb in _WITH_COLOR:
            if not args or args[0].lower() not in ("w", "b"):
                raise _FaultError(f"{quoted(text)}: expected '{verb} W PIECE COLUMN ROW DESTINATION'")
            color = args.pop(0).lower()
        if len(args) not in (3, 4):
            raise _FaultError(f"{quoted(text)}: expected PIECE COLUMN ROW DESTINATION after '{verb}'")
        piece = _read_piece(args[0], color, text)
        try:
            return GridPlace.read(piece, args[1], args[2], args[3] if len(args) == 4 else "")
        except GridError as fault:
            raise _FaultError(f"{quoted(text)}: {fault}") from None


def _is_turn(value: str) -> bool:
    """Return whether the value of a property is a command that affects the game."""
    command = _COMMAND.fullmatch(value)
    return command is not None and command[2].lower() in _TURN_ENDS | _NO_PLY


def _read_piece(word: str, color: str, text: str) -> Piece:
    """Return the piece with a name such as `wA1` or `bL1`. Old names lack the color (`g1`, `q`, `A1`); for
    these, `color` is used.
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
