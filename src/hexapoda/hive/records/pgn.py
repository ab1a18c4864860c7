"""Portable Game Notation as Mzinga and hivegame.com write it, with variations.

Maps tags to the fields of a `GameRecord` and back, and defines the patterns of moves and result words.
`hexapoda.record.pgn` handles the rest of the syntax. Move numbers count plies, not turns. The tag `Result`
outranks the result word after the moves, unless only the word names the result of a finished game. Format:
https://github.com/jonthysell/Mzinga/wiki/MzingaViewer (files "saved as PGN").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.files.game_file import Contents
from hexapoda.hive.game import HIVE
from hexapoda.hive.position import Position
from hexapoda.hive.records.result import FINISHED, RESULT_WORDS, claims, is_result, read_result
from hexapoda.hive.variant import parse_variant
from hexapoda.record.date import format_tag_date, read_date
from hexapoda.record.draft import Draft, Ply, reading_error
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.game_record import Ending, GameRecord, PlayerRecord
from hexapoda.record.pgn import PgnGame, PgnSyntax, format_pgn, read_pgn
from hexapoda.record.repair import Repair
from hexapoda.record.tree import GameTree
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["PGN"]

_NAME = "pgn"
_PIECE = r"[wb][QSBGAMLP][1-3]?"
_MOVE = rf"(?:pass|{_PIECE}(?:[ \t]+[-/\\]?{_PIECE}[-/\\]?)?)"
_SYNTAX = PgnSyntax(
    move=re.compile(rf"{_MOVE}(?=[\s{{}}()$!?;]|$)"),
    results=re.compile(rf"(?:{'|'.join(map(re.escape, RESULT_WORDS))})(?=[\s{{;]|$)", re.IGNORECASE),
)

_TAG_LINE = re.compile(r'\[\s*\w+\s+".*"?\s*\]?')
_GAME_TYPE = re.compile(r'^\s*\[\s*GameType\s+"', re.MULTILINE)
_PLY_LINE = re.compile(rf"\s*[0-9]+\.\s*{_MOVE}\s*")
_REMARK_LINE = re.compile(rf"\s*(?:\{{|;|\(\s*[0-9]+\.\s*{_MOVE})")

_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_DIGITS = re.compile(r"[0-9.\-/?]*")
_INTEGER = re.compile(r"-?[0-9]{1,300}")
_TEXTS = {"start": "Start", "detail": "Detail", "source": "Source"}
_NUMBERS = {"number": "Number", "seed": "Seed"}
"""Our own tags, by the field of the record: `_TEXTS` for strings, `_NUMBERS` for integers."""
_OURS = frozenset({"GameType", "Date", "DateTime", "Event", "White", "Black", "Result", "Rules"}).union(
    ["WhiteEngine", "BlackEngine", "Termination", "Tags"], _TEXTS.values(), _NUMBERS.values()
)
"""Tags that are read into fields of a record."""


def _detect(head: Head) -> bool | Contents:
    if not head.lines:
        return False
    if _GAME_TYPE.match(head.lines[0]):  # even if the file is truncated
        return True
    if not head.most(_TAG_LINE, _PLY_LINE, _REMARK_LINE):
        return False
    if _GAME_TYPE.search(head.text) or any(_PLY_LINE.match(line) for line in head.lines):
        return True
    if not any(_TAG_LINE.match(line) for line in head.lines):
        return False
    return Contents(None, Sentence("it is a PGN without Hive moves"), "other")


def _read(text: str, source: str) -> Iterator[Draft]:
    return (_draft(game, source) for game in read_pgn(text, source, _SYNTAX))


def _write(tree: GameTree, plain: bool) -> str:
    record = tree.to_record()
    if plain and record.start is not None:
        raise InvalidGameError(Sentence("a game from a text position cannot be written as plain PGN"))
    tags = _tags(record, plain)
    return format_pgn(tags, tree.root, tags["Result"], plain=plain)


PGN = RecordFormat(_NAME, _detect, _read, _write, (".pgn",), "\n", whole=True, title="PGN")


# Reading


def _draft(game: PgnGame, source: str) -> Draft:
    tags = game.tags
    repairs: list[Repair] = []
    error = game.error
    root = game.root
    variant, start = "", tags.get("Start")
    try:
        variant = parse_variant(tags["GameType"]) if "GameType" in tags else ""
        if start is not None:
            variant = Position.from_text(start, opening="free", repetition=False).variant
    except HexapodaError as fault:
        error, start, root = reading_error(source, game.line, None, message_of(fault)), None, Ply()
    foreign = _foreign(tags)
    result = _result(game, repairs, foreign)
    header = GameRecord(
        game=HIVE.name,
        variant=variant,
        players=(
            PlayerRecord(tags.get("White", ""), tags.get("WhiteEngine", "")),
            PlayerRecord(tags.get("Black", ""), tags.get("BlackEngine", "")),
        ),
        moves=(),
        ending=_ending(tags),
        rules=_rules(game, repairs),
        start=start,
        detail=tags.get("Detail", ""),
        date=_date(tags, foreign),
        event=tags.get("Event", ""),
        source=tags.get("Source") or source,
        number=_integer(tags, "Number", -1),
        seed=_integer(tags, "Seed", None),
        tags=_all_tags(tags, foreign),
        **claims(result),
    )
    return Draft(
        header,
        root,
        _NAME,
        game.line,
        error=error,
        faults=tuple(game.faults),
        repairs=tuple(repairs),
        file=source,
    )


def _result(game: PgnGame, repairs: list[Repair], foreign: dict[str, str]) -> str | None:
    """Return the state that the file claims, or None. Unknown words are kept in the tag `ResultText`."""
    tag, word = game.tags.get("Result", "").strip(), game.result
    by_tag, by_word = read_result(tag), read_result(word)
    finished = [state for state in (by_tag, by_word) if state in FINISHED]
    found = finished[0] if finished else by_tag or by_word
    if by_tag is not None and by_word is not None and by_tag != by_word and found in FINISHED:
        reason = Sentence(
            "the tag says {tag}, but the word after the moves is {word}: {result} was kept",
            tag=quoted(tag),
            word=quoted(word),
            result=found,
        )
        repairs.append(Repair("changed", reason, game.line))
    elif tag in FINISHED and not word and game.error is None:  # Mzinga writes the result twice
        reason = Sentence("no result after the moves: perhaps the file was cut off")
        repairs.append(Repair("unknown", reason, game.line))
    for text in (tag, word):
        if read_result(text) is None and (text.lower() in _TELLING or (text and not is_result(text))):
            foreign["ResultText"] = text
            reason = Sentence("the result {text} names no winner: the winner is unknown", text=quoted(text))
            if found is None:
                repairs.append(Repair("unknown", reason, game.line))
            break
    return found


_TELLING = frozenset({"adjudicated"})
"""Known result words that name no winner but are kept in the tag `ResultText` for their meaning."""


def _ending(tags: Mapping[str, str]) -> Ending:
    try:
        return Ending(tags.get("Termination", ""))
    except ValueError:  # other programs use other words
        adjudicated = tags.get("Result", "").strip().lower() == "adjudicated"
        return Ending.ADJUDICATED if adjudicated else Ending.UNKNOWN


def _rules(game: PgnGame, repairs: list[Repair]) -> tuple[tuple[str, str], ...]:
    text = game.tags.get("Rules", "")
    rules = tuple((name, value) for name, _, value in (item.partition("=") for item in text.split()))
    try:
        HIVE.switches(dict(rules))
    except HexapodaError as fault:
        repairs.append(Repair("dropped", message_of(fault), game.line))
        return ()
    return rules


def _date(tags: Mapping[str, str], foreign: dict[str, str]) -> str:
    """Return the date of the game. A date in words is also kept in the tag `DateText`."""
    if "DateTime" in tags:
        return tags["DateTime"]
    text = tags.get("Date", "").strip()
    date = read_date(text)
    if text and text != date and not _DIGITS.fullmatch(text):
        foreign["DateText"] = text
    return date


def _integer(tags: Mapping[str, str], name: str, default: Any) -> Any:
    text = tags.get(name, "")
    return int(text) if _INTEGER.fullmatch(text) else default


def _foreign(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags of other programs, including a `Termination` that is not a value of `Ending`."""
    found = {name: value for name, value in tags.items() if name not in _OURS and value}
    termination = tags.get("Termination", "")
    if termination and termination not in [ending.value for ending in Ending]:
        found["Termination"] = termination
    return found


def _all_tags(tags: Mapping[str, str], foreign: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the tags of the record: those in our tag `Tags` if it is valid, otherwise `foreign`."""
    try:
        return tuple((str(name), str(value)) for name, value in json.loads(tags["Tags"]))
    except (KeyError, ValueError, TypeError, RecursionError):
        return tuple(foreign.items())


# Writing


def _tags(record: GameRecord, plain: bool) -> dict[str, str]:
    """Return the PGN tags of a game, Mzinga's first; with `plain`, without our own tags."""
    result = "InProgress" if record.moves else "NotStarted"
    if record.finished:
        result = "Draw" if record.winner is None else ("WhiteWins", "BlackWins")[record.winner]
    tags = {
        "GameType": record.variant,
        "Date": format_tag_date(record.date),
        "Event": record.event,
        "Site": "",
        "Round": "",
        "White": record.players[0].name,
        "Black": record.players[1].name,
        "Result": result,
    }
    for name, text in record.tags:
        if name not in _OURS and _TAG_NAME.fullmatch(name):
            tags[name] = text
    tags = {name: text for name, text in tags.items() if text}
    if plain:
        return tags
    if read_date(tags.get("Date", "")) != record.date:
        tags["DateTime"] = record.date
    for color, player in zip(("White", "Black"), record.players, strict=True):
        if player.engine:
            tags[f"{color}Engine"] = player.engine
    if record.ending not in (Ending.UNKNOWN, Ending.NORMAL):  # the reader infers these two
        tags["Termination"] = record.ending.value
    if record.rules:
        tags["Rules"] = " ".join(f"{name}={value}" for name, value in record.rules)
    for field, tag in _TEXTS.items():
        if getattr(record, field):
            tags[tag] = getattr(record, field)
    if record.source:
        tags["Source"] = record.source_name
    if record.number >= 0:
        tags["Number"] = str(record.number)
    if record.seed is not None:
        tags["Seed"] = str(record.seed)
    if tuple(_foreign(tags).items()) != record.tags:  # PGN cannot represent some tags or their order
        tags["Tags"] = json.dumps(record.tags, ensure_ascii=False)
    return tags
