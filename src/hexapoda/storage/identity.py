"""Decides whether two records are of the same game, and merges them.

Owns the digest, which is equal for records of the same game, and the comparison of what the digest leaves
out: names, rules and matches, which many files lack. `writer` finds the rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord

__all__ = ["ANONYMOUS", "NO_ALIASES", "completed", "digest_of", "is_anonymous", "known_player", "same_game"]

ANONYMOUS = PlayerRecord("")
"""A player whom the record does not name."""
NO_ALIASES: Mapping[str, str] = {}


def digest_of(record: GameRecord, texts: Sequence[str]) -> bytes:
    """16 bytes that depend on the game, variant, start, result and canonical moves, and on nothing else."""
    parts = (record.game, record.variant, record.start or "", record.result, ";".join(texts))
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def is_anonymous(player: PlayerRecord) -> bool:
    """Whether neither name nor engine is known; question marks and blanks do not count as a name."""
    return not player.engine and not player.name.strip("? \t\r\n")


def known_player(player: PlayerRecord) -> PlayerRecord:
    """The player, or `ANONYMOUS`."""
    return ANONYMOUS if is_anonymous(player) else player


def same_game(one: GameRecord, other: GameRecord, aliases: Mapping[str, str] = NO_ALIASES) -> bool:
    """Return whether two records with the same digest are of one game: whatever both of them specify must
    agree. Games of a match must also have the same number, seed, date and event, because engines may play the
    same moves twice.
    """
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
        ending=other.ending if stored.ending is Ending.UNKNOWN else stored.ending,
        rules=stored.rules + tuple(rule for rule in other.rules if rule[0] not in rules),
        detail=stored.detail or other.detail,
        date=other.date if other.date.startswith(stored.date) else stored.date,
        event=stored.event or other.event,
        source=stored.source or other.source,
        tags=stored.tags + tuple(tag for tag in other.tags if tag[0] not in tags),
    )
    if stored.number < 0 <= other.number:
        out = replace(
            out, number=other.number, seed=other.seed, date=other.date or out.date, event=other.event
        )
    return out


def _fuller(mine: MoveRecord, theirs: MoveRecord) -> MoveRecord:
    """The move with its stored text, and the details of whichever record has some."""
    plain = mine == MoveRecord(mine.text)
    return replace(theirs, text=mine.text) if plain and theirs != MoveRecord(theirs.text) else mine


def _folded(name: str, aliases: Mapping[str, str]) -> str:
    return " ".join(aliases.get(name, name).strip("? \t\r\n").split()).casefold()


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


def _of_match(record: GameRecord) -> tuple[str, int, int | None, str]:
    return record.event, record.number, record.seed, record.date
