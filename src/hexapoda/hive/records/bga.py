"""Action logs of Board Game Arena: tab-separated, one row per action.

Owns the meaning of these rows. Pieces have the numbers printed on them; `replay` renumbers them. The log does
not name the variant: BGA offers every expansion, so the smallest variant that has all pieces is used. The
queen may be placed on the first turn. A pass is a message without notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexapoda.hive.records.draft import GameDraft, no_rows, reading_error
from hexapoda.hive.text.move_text import quoted

_NOTATION = re.compile(r"\[([^\[\]]*)\]")
_PASS = re.compile(r"has to pass", re.IGNORECASE)
_GOES_ON = frozenset({"message", "offerDraw", "declineDraw", "refuseDraw", "rejectDraw", "tokenPlayed"})
"""Kinds of action that do not end a game. After the last move, any other kind may, such as a resignation."""
_TYPE_NAMES = ("action_type", "type")


def is_bga_header(names: list[str]) -> bool:
    """Return whether a table with these columns is an action log."""
    return {"move_number", "notation"} <= set(names) and any(name in names for name in _TYPE_NAMES)


def read_bga(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of an action log; a change in the column `game`, if there is one, starts a new game."""
    lines = text.split("\n")
    top = next((index for index, line in enumerate(lines) if line.strip()), 0)
    header = [name.strip().lower() for name in lines[top].split("\t")]
    if not is_bga_header(header):
        reason = (
            f"{quoted(lines[top])} is not a header: expected the columns move_number, action_type, notation"
        )
        error = reading_error(source, top + 1, None, reason)
        yield GameDraft(source, top + 1, "bga", None, (), error=error)
        return
    column = {name: index for index, name in enumerate(header)}
    game_column = column.get("game", column.get("table_id"))
    log: _Log | None = None
    for number, line in enumerate(lines[top + 1 :], top + 2):
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split("\t")]
        is_cut = len(fields) <= column["notation"]
        fields += [""] * (len(header) - len(fields))
        name = "" if game_column is None else fields[game_column]
        if log is None or log.name != name:
            if log is not None:
                yield log.draft()
            log = _Log(source, number, name)
        kind = next(fields[column[key]] for key in _TYPE_NAMES if key in column)
        message = fields[column["log_template"]] if "log_template" in column else " ".join(fields)
        if is_cut:
            log.cut(number, line)
        log.add(number, fields[column["move_number"]], kind, fields[column["notation"]], message)
    if log is not None:
        yield log.draft()
    else:
        yield GameDraft(source, top + 1, "bga", None, (), error=no_rows(source, top + 1))


class _Log:
    """The rows of one game."""

    def __init__(self, source: str, line: int, name: str) -> None:
        self.name = name
        self._source = source
        self._line = line
        # (move number, whether it is a pass, line, text): sorting gives the order of play.
        self._plies: list[tuple[int, bool, int, str]] = []
        self._agreed = False
        self._ended = False
        self._closed = False  # whether an action that may end the game follows the last ply
        self._last = line
        self._fault: tuple[int, str] | None = None

    def add(self, line: int, number: str, kind: str, notation: str, message: str) -> None:
        """Read one row."""
        if self._fault is not None:
            return
        self._last = line
        if not re.fullmatch(r"[0-9]{1,6}", number):
            self._fault = (line, f"{quoted(number)} is not a move number")
        elif kind == "tokenPlayed":
            match = _NOTATION.fullmatch(notation)
            if match is None:
                self._fault = (line, f"{quoted(notation)} is not a move: expected a move such as '[wA1 bQ-]'")
            else:
                self._plies.append((int(number), False, line, match[1].strip()))
                self._closed = False
        elif kind == "message" and _PASS.search(message):
            self._plies.append((int(number), True, line, "pass"))
            self._closed = False
        elif kind == "acceptDraw":
            self._agreed = True
        elif kind == "queenSurr":
            self._ended = True
        elif notation:
            self._fault = (line, f"{quoted(kind)} is an unknown kind of action: expected 'tokenPlayed'")
        elif kind not in _GOES_ON:
            self._closed = True

    def cut(self, line: int, text: str) -> None:
        """Read a row that ends before its notation."""
        if self._fault is None:
            self._fault = (line, f"{quoted(text)} is cut off: expected as many fields as in the header")

    def draft(self) -> GameDraft:
        """Return the game that the rows describe."""
        plies = sorted(self._plies, key=lambda ply: ply[:3])
        error = None
        if self._fault is not None:
            plies = [ply for ply in plies if ply[2] < self._fault[0]]
            error = reading_error(self._source, self._fault[0], len(plies) + 1, self._fault[1])
        unfinished = None
        if self._ended:
            reason = "the log says that a queen is surrounded, but none is: expected all moves of the game"
            unfinished = reading_error(self._source, self._last, len(plies) + 1, reason)
        elif not self._agreed and not self._closed:
            reason = "the log is cut off: expected more moves, 'queenSurr' or 'acceptDraw'"
            unfinished = reading_error(self._source, self._last, len(plies) + 1, reason)
        return GameDraft(
            source=self._source,
            line=self._line,
            format="bga",
            variant=None,
            texts=tuple(ply[3] for ply in plies),
            lines=tuple(ply[2] for ply in plies),
            claimed="Draw" if self._agreed else None,
            board_decides=self._ended,
            tags={"BgaGame": self.name} if self.name else {},
            error=error,
            unfinished=unfinished,
        )
