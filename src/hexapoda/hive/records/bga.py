"""Action logs of Board Game Arena: tab-separated, one row per action.

Defines the meaning of these rows. Pieces have the numbers printed on them. The log does not name the variant:
the site offers every expansion, so the smallest variant that has all pieces in the log is used. The queen may
be placed on the first turn. A pass is a message without notation. A log may end before the game does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexapoda.hive.game import HIVE
from hexapoda.hive.records.table import no_rows
from hexapoda.record.draft import Draft, Ply, draft_header, reading_error, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.repair import Repair
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

__all__ = ["BGA", "BgaLog"]

_NAME = "bga"
_NOTATION = re.compile(r"\[([^\[\]]*)\]")
_PASS = re.compile(r"has to pass", re.IGNORECASE)
_GOES_ON = frozenset({"message", "offerDraw", "declineDraw", "refuseDraw", "rejectDraw", "tokenPlayed"})
"""The kinds of actions that do not end a game. After the last move, any other kind may, such as a
resignation."""
_TYPE_NAMES = ("action_type", "type")
_ROW = re.compile(r".*\ttokenPlayed\t\[")


def _detect(head: Head) -> bool:
    if not head.lines or "\t" not in head.lines[0]:
        return False
    return _is_header(_names(head.lines[0])) or head.most(_ROW)


def _names(line: str) -> list[str]:
    return [name.strip().lower() for name in line.split("\t")]


def _is_header(names: list[str]) -> bool:
    return {"move_number", "notation"} <= set(names) and any(name in names for name in _TYPE_NAMES)


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games of a log; a change in the column `game`, if there is one, starts a new game."""
    lines = text.split("\n")
    top = next((index for index, line in enumerate(lines) if line.strip()), 0)
    header = _names(lines[top])
    if not _is_header(header):
        reason = (
            f"{quoted(lines[top])} is not a header: expected the columns move_number, action_type, notation"
        )
        yield unreadable(HIVE.name, _NAME, source, top + 1, reason)
        return
    column = {name: index for index, name in enumerate(header)}
    game_column = column.get("game", column.get("table_id"))
    log: BgaLog | None = None
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
            log = BgaLog(_NAME, source, number, name)
        kind = next(fields[column[key]] for key in _TYPE_NAMES if key in column)
        message = fields[column["log_template"]] if "log_template" in column else " ".join(fields)
        if is_cut:
            log.cut(number, line)
        log.add(number, fields[column["move_number"]], kind, fields[column["notation"]], message)
    if log is not None:
        yield log.draft()
    else:
        yield no_rows(source, top + 1, _NAME)


BGA = RecordFormat(_NAME, _detect, _read)


class BgaLog:
    """The actions of one game. Only some logs contain the names, the date and the player who resigned."""

    def __init__(self, format: str, source: str, line: int, name: str) -> None:
        self.name = name
        self.names = ("", "")
        self.date = ""
        self.resigned: int | None = None
        self._format = format
        self._source = source
        self._line = line
        # (move number, whether it is a pass, line, text): sorting by the first two gives the order of play.
        self._plies: list[tuple[int, bool, int, str]] = []
        self._agreed = False
        self._ended = False
        self._closed = False  # whether an action that may end the game follows the last ply
        self._last = line
        self._fault: tuple[int, str] | None = None

    def add(self, line: int, number: str, kind: str, notation: str, message: str) -> None:
        """Add one action."""
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
        """Record a fault: the row or packet `text` ends too early."""
        if self._fault is None:
            self._fault = (line, f"{quoted(text)} is cut off: expected a whole action")

    def draft(self) -> Draft:
        """Return the game that the actions describe."""
        plies = sorted(self._plies, key=lambda ply: ply[:2])
        error = unfinished = None
        repairs: tuple[Repair, ...] = ()
        if self._fault is not None:
            error = reading_error(self._source, self._fault[0], len(plies) + 1, self._fault[1])
        elif self._ended:
            reason = Sentence(
                "the log says that a queen is surrounded, but none is: expected all moves of the game"
            )
            unfinished = reading_error(self._source, self._last, len(plies) + 1, reason)
        elif not self._agreed and self.resigned is None:
            reason = Sentence("the log does not say who won: the result is unknown")
            if not self._closed:
                reason = Sentence("the log ends before the game does: the result is unknown")
            repairs = (Repair("unknown", reason, self._last),)
        root = ply = Ply(line=self._line)
        for _, _, line, text in plies:
            ply = ply.add(text, line)
        tags = (("BgaGame", self.name),) if self.name else ()
        header = draft_header(
            HIVE.name, self._source, names=self.names, finished=self._agreed, date=self.date, tags=tags
        )
        return Draft(
            header,
            root,
            self._format,
            self._line,
            resigned=self.resigned,
            error=error,
            unfinished=unfinished,
            repairs=repairs,
        )
