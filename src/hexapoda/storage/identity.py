"""Decides whether two records are of the same game, and merges them.

Two records are of one game if they have the same game, variant, start and moves, and if their names, engines,
results, days, rules and places in a match do not contradict each other. This module computes the digest of
the fields that must be equal, and compares the others, which many files lack. `writer` finds the rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hexapoda.record import Ending, GameRecord, MoveRecord, Node, PlayerRecord

__all__ = [
    "ANONYMOUS",
    "NO_ALIASES",
    "add_nodes",
    "completed",
    "digest_of",
    "is_anonymous",
    "known_player",
    "same_game",
]

ANONYMOUS = PlayerRecord("")
"""A player whom the record does not name."""
NO_ALIASES: Mapping[str, str] = {}
_DAY = len("2024-05-03")


def digest_of(record: GameRecord, texts: Sequence[str]) -> bytes:
    """Return 16 bytes that depend only on the game, variant, start and canonical moves."""
    parts = (record.game, record.variant, record.start or "", ";".join(texts))
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def is_anonymous(player: PlayerRecord) -> bool:
    """Return whether neither name nor engine is known; question marks and blanks do not count as a name."""
    return not player.engine and not player.name.strip("? \t\r\n")


def known_player(player: PlayerRecord) -> PlayerRecord:
    """Return the player, or `ANONYMOUS` if neither name nor engine is known."""
    return ANONYMOUS if is_anonymous(player) else player


def same_game(one: GameRecord, other: GameRecord, aliases: Mapping[str, str] = NO_ALIASES) -> bool:
    """Return whether two records with the same digest are of one game: the names, engines, results, days and
    rules that both of them specify must agree. A day agrees with its month and its year. Two match games must
    also have the same number, seed, date and event, because engines may play the same moves twice. If only
    one record is of a match game, the events must agree, if both are known.
    """
    if one.finished and other.finished and one.winner != other.winner:
        return False
    if not _same_day(one.date, other.date):
        return False
    for first, second in zip(one.players, other.players, strict=True):
        if not _agree(_folded(first.name, aliases), _folded(second.name, aliases)):
            return False
        if not _agree(first.engine, second.engine):
            return False
    rules = dict(one.rules)
    if any(rules.get(name, value) != value for name, value in other.rules):
        return False
    if one.number >= 0 and other.number >= 0:
        return _of_match(one) == _of_match(other)
    if one.number >= 0 or other.number >= 0:
        return _agree(one.event, other.event)
    return True


def completed(stored: GameRecord, other: GameRecord) -> GameRecord:
    """Return `stored`, completed with data that only the other record of the same game has."""
    first, second = (
        PlayerRecord(mine.name if mine.name.strip("? \t\r\n") else theirs.name, mine.engine or theirs.engine)
        for mine, theirs in zip(stored.players, other.players, strict=True)
    )
    rules = dict(stored.rules)
    tags = {name for name, _ in stored.tags}
    out = replace(
        stored,
        players=(known_player(first), known_player(second)),
        moves=tuple(map(_fuller, stored.moves, other.moves)),
        rules=stored.rules + tuple(rule for rule in other.rules if rule[0] not in rules),
        detail=stored.detail or other.detail,
        date=other.date if other.date.startswith(stored.date) else stored.date,
        event=stored.event or other.event,
        source=stored.source or other.source,
        tags=stored.tags + tuple(tag for tag in other.tags if tag[0] not in tags),
    )
    if not stored.finished and other.finished:
        known = {"winner": other.winner, "finished": True, "ending": other.ending}
        out = replace(out, **known, detail=other.detail or stored.detail)  # type: ignore[arg-type]
    elif stored.ending is Ending.UNKNOWN and stored.finished == other.finished:
        out = replace(out, ending=other.ending)
    if stored.number < 0 <= other.number:
        out = replace(
            out, number=other.number, seed=other.seed, date=other.date or out.date, event=other.event
        )
    return out


def add_nodes(mine: Node, theirs: Node) -> bool:
    """Add to the tree of `mine` the variations, comments, glyphs, marks and evaluations that only the other
    tree of the same game has. Return whether anything was added.
    """
    changed = False
    todo = [(mine, theirs)]
    while todo:
        node, other = todo.pop()
        changed |= _add_notes(node, other)
        for child in other.variations:
            known = node.child(child.text)
            if known is None:
                known = node.add(child.played)
                changed = True
            todo.append((known, child))
    return changed


def _add_notes(node: Node, other: Node) -> bool:
    """Add the annotations and move details that only the other node has; return whether there were any."""
    comments = [text for text in other.comments if text not in node.comments]
    nags = other.nags - node.nags
    marks = [mark for mark in other.marks if mark not in node.marks]
    before = (node.evaluation, node.played)
    node.annotate(comments, nags, marks)
    node.evaluation = node.evaluation or other.evaluation
    if node.played is not None and other.played is not None:
        node.played = _fuller(node.played, other.played)
    return bool(comments or nags or marks) or (node.evaluation, node.played) != before


def _same_day(one: str, other: str) -> bool:
    """Return whether two dates agree as far as both are known; the time of day does not matter."""
    one, other = one[:_DAY], other[:_DAY]
    return one.startswith(other) or other.startswith(one)


def _fuller(mine: MoveRecord, theirs: MoveRecord) -> MoveRecord:
    """Return the stored move, with the details of the other one if it has none itself."""
    return replace(theirs, text=mine.text) if mine.is_plain and not theirs.is_plain else mine


def _folded(name: str, aliases: Mapping[str, str]) -> str:
    return " ".join(aliases.get(name, name).strip("? \t\r\n").split()).casefold()


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


def _of_match(record: GameRecord) -> tuple[str, int, int | None, str]:
    return record.event, record.number, record.seed, record.date
