"""Game trees of Hive as PGN with variations, read and written without loss.

Owns the mapping between the fields of a `GameRecord` and tags. `hexapoda.record.annotation` writes
evaluations and search data into comments; `hexapoda.hive.records.pgn_tree` owns the syntax.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.hive.game import HIVE
from hexapoda.hive.records.pgn_text import escape_comment, unescape_comment
from hexapoda.hive.records.pgn_tree import PgnNode, PgnTree, format_pgn_tree, parse_pgn_trees
from hexapoda.hive.records.result import FINISHED, read_result
from hexapoda.hive.variant import parse_variant
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.annotation import annotate, commands
from hexapoda.record.node import Node
from hexapoda.record.tree import GameTree
from hexapoda.sentence import Sentence, message_of

__all__ = ["format_pgn", "parse_annotated", "parse_pgn", "with_own_tags"]

_NAME = re.compile(r"[A-Za-z0-9_]+")
_RESULTS = ("WhiteWins", "BlackWins")
_DAY = re.compile(r"([0-9]{4})([-.])([0-9]{2})\2([0-9]{2})")
# Our additions to Mzinga's tags; each holds one field of the record.
_TEXTS = {"start": "Start", "detail": "Detail", "source": "Source"}
_NUMBERS = {"number": "Number", "seed": "Seed"}
_OWN = frozenset(
    [
        "GameType",
        "Date",
        "DateTime",
        "Event",
        "White",
        "Black",
        "Result",
        "WhiteEngine",
        "BlackEngine",
        "Termination",
        "Rules",
        "Tags",
    ]
) | {*_TEXTS.values(), *_NUMBERS.values()}


_FIELDS = frozenset(
    ["WhiteEngine", "BlackEngine", "Termination", "Rules", "Number", "Seed", "Detail", "DateTime"]
)


def format_pgn(tree: GameTree, *, plain: bool = False) -> str:
    """Return the tree as one PGN game. With `plain`, write Mzinga's format: only its tags and the main
    line.
    """
    tags = _tags(tree.to_record(), plain)
    root = PgnNode()
    copies = {id(tree.root): root}
    for node in tree.main_line() if plain else tree.walk():
        if node.parent is not None:
            copies[id(node)] = copies[id(node.parent)].add(node.text)
        if not plain:
            copy = copies[id(node)]
            copy.nags |= node.nags
            copy.comments = [*commands(node), *map(escape_comment, node.comments)]
    return format_pgn_tree(tags, root)


def parse_pgn(text: str, source: str = "<text>", *, skip_bad: bool = False) -> Iterator[GameTree]:
    """Yield the trees of a PGN text. Raises `InvalidGameError` with line and ply at the first bad one. With
    `skip_bad`, a variation ends before a bad ply, and the error becomes one of the tree's `faults`.
    """
    for parsed in parse_pgn_trees(text, source, skip_bad=skip_bad):
        yield _tree(parsed, (), skip_bad)


def parse_annotated(text: str, game: GameRecord, line: int) -> GameTree:
    """Return the tree of one PGN game whose main line has been replayed: `game` has its moves in canonical
    notation and its rule switches. `line` is the number of the text's first line in its file. Variations end
    before a bad ply, as in `parse_pgn`. Raises `InvalidGameError`.
    """
    parsed = next(parse_pgn_trees(text, game.source, line, skip_bad=True))
    for node, played in zip(parsed.main_line(), game.moves, strict=False):
        node.text = played.text  # the reader of main lines accepts more spellings
    return _tree(parsed, game.rules, True)


def _tree(parsed: PgnTree, rules: tuple[tuple[str, str], ...], skip_bad: bool) -> GameTree:
    """Return the tree of a parsed game, with `rules` if its tags have no rule switches."""
    try:
        header = _header(parsed)
        tree = GameTree(HIVE, header if header.rules else replace(header, rules=rules))
    except (HexapodaError, ValueError) as error:
        raise InvalidGameError(
            Sentence("line {line}: {why}", line=parsed.line, why=message_of(error)),
            source=parsed.source,
            line=parsed.line,
        ) from error
    tree.faults += parsed.faults
    _add_nodes(tree, parsed, skip_bad)
    tree.faults.sort(key=lambda fault: fault.line or 0)
    return tree


def _add_nodes(tree: GameTree, parsed: PgnTree, skip_bad: bool) -> None:
    """Add the parsed nodes to the tree. One position follows the traversal with push and pop, so that no line
    is replayed from the start.
    """
    position = tree.start
    path = [tree.root]
    todo = [(child, 0) for child in reversed(parsed.root.children)]
    main = {id(node) for node in parsed.main_line()}
    annotate(tree.root, parsed.root.nags, parsed.root.comments, unescape_comment)
    while todo:
        item, depth = todo.pop()
        while len(path) > depth + 1:
            path.pop()
            position.pop()
        try:
            move = HIVE.parse_move(position, item.text)  # type: ignore[arg-type]
            text = HIVE.format_move(position, move)  # type: ignore[arg-type]
            position.push(move)
        except HexapodaError as error:
            said = Sentence(
                "line {line}, ply {ply} {text}: {why}",
                line=item.line,
                ply=item.ply,
                text=repr(item.text),
                why=message_of(error),
            )
            fault = InvalidGameError(said, source=parsed.source, line=item.line, ply=item.ply)
            if not skip_bad or id(item) in main:
                raise fault from error
            tree.faults.append(fault)
            continue
        parent = path[-1]
        node = parent.child(text)
        if node is None:
            node = Node(MoveRecord(text), parent, parent.ply + 1)
            parent.variations.append(node)
        annotate(node, item.nags, item.comments, unescape_comment)
        path.append(node)
        todo += [(child, depth + 1) for child in reversed(item.children)]


# ---- tags ------------------------------------------------------------------------------------------


def _tags(record: GameRecord, plain: bool) -> dict[str, str]:
    date = record.date
    day = _DAY.match(date)
    result = "InProgress" if record.moves else "NotStarted"
    if record.finished:
        result = "Draw" if record.winner is None else _RESULTS[record.winner]
    tags = {
        "GameType": record.variant,
        "Date": ".".join(day.group(1, 3, 4)) if day else date,
        "Event": record.event,
        "White": record.players[0].name,
        "Black": record.players[1].name,
        "Result": result,
    }
    named = {name: text for name, text in record.tags if name not in _OWN and _NAME.fullmatch(name) and text}
    tags = {name: text for name, text in tags.items() if text} | named
    if plain:
        return tags
    if _iso(tags.get("Date", "")) != date:
        tags["DateTime"] = date
    for color, player in zip(("White", "Black"), record.players, strict=True):
        if player.engine:
            tags[f"{color}Engine"] = player.engine
    tags["Termination"] = record.ending.value
    if record.rules:
        tags["Rules"] = " ".join(f"{name}={value}" for name, value in record.rules)
    for field, tag in _TEXTS.items():
        if getattr(record, field):
            tags[tag] = getattr(record, field)
    if record.number >= 0:
        tags["Number"] = str(record.number)
    if record.seed is not None:
        tags["Seed"] = str(record.seed)
    if _foreign(tags) != record.tags:  # names that PGN cannot represent, empty values, duplicate names
        tags["Tags"] = json.dumps(record.tags, ensure_ascii=False)
    return tags


def _header(parsed: PgnTree) -> GameRecord:
    tags = parsed.tags
    state = read_result(tags.get("Result", "")) or read_result(parsed.result)
    extra: dict[str, Any] = {name: tags[tag] for name, tag in _TEXTS.items() if tag in tags}
    for name, tag in _NUMBERS.items():
        if tag in tags:
            extra[name] = int(tags[tag])
    rules = tuple(
        (name, value) for name, _, value in (item.partition("=") for item in tags.get("Rules", "").split())
    )
    foreign = _foreign(tags)
    if "Tags" in tags:
        foreign = tuple((str(name), str(value)) for name, value in json.loads(tags["Tags"]))
    return GameRecord(
        game=HIVE.name,
        variant=parse_variant(tags["GameType"]) if "GameType" in tags else HIVE.variants[0],
        players=(
            PlayerRecord(tags.get("White", ""), tags.get("WhiteEngine", "")),
            PlayerRecord(tags.get("Black", ""), tags.get("BlackEngine", "")),
        ),
        moves=(),
        winner=_RESULTS.index(state) if state in _RESULTS else None,
        finished=state in FINISHED,
        ending=_ending(tags),
        rules=rules,
        date=tags.get("DateTime", _iso(tags.get("Date", ""))),
        event=tags.get("Event", ""),
        tags=foreign,
        **extra,
    )


def with_own_tags(record: GameRecord) -> GameRecord:
    """Return a record whose fields are restored from the tags of `format_pgn`. A record from another program
    that has tags of the same names is returned unchanged.
    """
    tags = dict(record.tags)
    engines = [tags.get(f"{color}Engine", "") for color in ("White", "Black")]
    if "Termination" not in tags or not (any(engines) or "Number" in tags):
        return record
    try:
        ending = Ending(tags["Termination"])
        number, seed = int(tags.get("Number", "-1")), tags.get("Seed")
        rules = dict(record.rules) | dict(item.split("=") for item in tags.get("Rules", "").split())
        first, second = (replace(p, engine=e) for p, e in zip(record.players, engines, strict=True))
        return replace(
            record,
            players=(first, second),
            ending=ending,
            number=number,
            seed=None if seed is None else int(seed),
            rules=tuple(rules.items()),
            detail=tags.get("Detail", record.detail),
            date=tags.get("DateTime", record.date),
            tags=tuple((name, value) for name, value in record.tags if name not in _FIELDS),
        )
    except ValueError:
        return record


def _foreign(tags: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in tags.items() if name not in _OWN and value)


def _ending(tags: Mapping[str, str]) -> Ending:
    try:
        return Ending(tags.get("Termination", ""))
    except ValueError:  # other programs use other words
        return Ending.UNKNOWN


def _iso(date: str) -> str:
    return date.replace(".", "-") if _DAY.fullmatch(date) else date
