"""The openings of a match: from a file, from the game's suite, or random.

Defines the meaning of `--openings`. The openings of a file are replayed under the rules of the match before
the first game. An opening that is illegal or ends the game is rejected with its line number.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hexapoda.arena.pairing import Opening, derive_seed
from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.games import Position, find_game
from hexapoda.text.sentence import reason_of

__all__ = [
    "choose_openings",
    "random_openings",
    "read_openings",
    "start_of",
    "suite_openings",
    "usual_openings",
]

_RANDOM = re.compile(r"random:([0-9]{1,3})")
_TRIES = 1000
_MORE = 2
"""The number of random plies added to a suite opening that is played again: one for each side."""
_TRIES_ANEW = 40
_MOST_CONTINUED = 2_000
"""The maximum number of openings from a suite, which take about a second to generate; a match with more pairs
repeats them.
"""


def usual_openings(game: str, variant: str) -> str:
    """Return the default source of openings: the game's suite if it has lines for the variant, or else one
    random ply.
    """
    return "suite" if variant in _suite_variants(game) else "random:1"


def _suite_variants(game: str) -> Sequence[str]:
    suite = find_game(game).openings
    return () if suite is None else suite.opening_variants()


def choose_openings(
    source: str,
    *,
    game: str,
    variant: str,
    rules: Mapping[str, str],
    seed: int,
    pairs: int,
    plies: int | None = None,
) -> tuple[Opening, ...]:
    """Return the openings of a match of `pairs` pairs.

    `source` is a file, `random:PLIES`, `suite`, or `none` for the initial position of the game. Openings from
    files and from the suite are cut short after `plies` plies and shuffled with the seed. If there are more
    pairs than openings, the match repeats the openings. A suite that `CONTINUES` is extended instead, with
    its own openings continued by random plies, unless `plies` is given. Raises `UsageError` or
    `InvalidGameError` for bad openings.
    """
    if source == "none":
        return ()
    if source == "suite":
        found = suite_openings(game, variant, plies)
        if not found:
            raise UsageError(
                f"no openings come with the package for {game} {variant}; "
                f"expected one of {', '.join(_suite_variants(game))}, or random:1"
            )
    else:
        match = _RANDOM.fullmatch(source)
        if match is None and source.startswith("random:") and not Path(source).exists():
            raise UsageError(f"openings {source!r}: expected random:PLIES with 0 to 999 plies, or a file")
        if match is not None:
            return tuple(random_openings(game, variant, rules, int(match[1]), pairs, seed))
        found = read_openings(Path(source), game, variant, rules, plies)
    order = list(found)
    random.Random(f"{seed}/openings").shuffle(order)
    suite = find_game(game).openings
    if source == "suite" and plies is None and suite is not None and suite.CONTINUES:
        count = min(pairs, _MOST_CONTINUED) - len(order)
        order += _continued(tuple(order), count, game, variant, rules, seed)
    return tuple(order[:pairs])


def _continued(
    openings: Sequence[Opening], count: int, game: str, variant: str, rules: Mapping[str, str], seed: int
) -> Iterator[Opening]:
    """Yield `count` more openings: the given ones in turn, each followed by random plies. If a few plies do
    not give a new line, more are added.
    """
    seen = set(openings)
    for index in range(len(openings), len(openings) + count):
        begin = openings[index % len(openings)].moves
        rng = random.Random(f"{derive_seed(seed, 'opening', index)}")
        for tried in range(_TRIES_ANEW):
            plies = len(begin) + _MORE * (1 + tried // 10)
            found = Opening(_random_line(begin, plies, game, variant, rules, rng) or begin)
            if found not in seen:
                break
        seen.add(found)
        yield found


def suite_openings(game: str, variant: str, plies: int | None = None) -> tuple[Opening, ...]:
    """Return the distinct openings of the game's suite, cut after `plies` plies; empty if there are none."""
    suite = find_game(game).openings
    lines = () if suite is None else (tuple(line[:plies]) for line in suite.opening_lines(variant))
    return tuple(Opening(line) for line in dict.fromkeys(lines))


def random_openings(
    game: str, variant: str, rules: Mapping[str, str], plies: int, number: int, seed: int
) -> Iterator[Opening]:
    """Yield `number` openings of `plies` uniformly random moves, after which the game is not over. Raises
    `UsageError` if no such opening is found.
    """
    for index in range(number):
        rng = random.Random(f"{derive_seed(seed, 'opening', index)}")
        texts = _random_line((), plies, game, variant, rules, rng)
        if texts is None:
            raise UsageError(
                f"found no game of {game} {variant} that lasts {plies} random plies: "
                "expected fewer, or --openings none"
            )
        yield Opening(texts)


def _random_line(
    begin: tuple[str, ...], plies: int, game: str, variant: str, rules: Mapping[str, str], rng: random.Random
) -> tuple[str, ...] | None:
    """Return a line of `plies` plies that begins with the moves `begin` and continues with uniformly random
    ones; None if every line that was tried ended the game.
    """
    found = find_game(game)
    for _ in range(_TRIES):
        position = found.initial(variant, rules)
        for text in begin:
            position.push(found.parse_move(position, text))
        texts = list(begin)
        while len(texts) < plies and position.outcome() is None:
            move = rng.choice(list(position.legal_moves))
            texts.append(found.format_move(position, move))
            position.push(move)
        if len(texts) == plies and position.outcome() is None:
            return tuple(texts)
    return None


def read_openings(
    path: Path, game: str, variant: str, rules: Mapping[str, str], plies: int | None = None
) -> tuple[Opening, ...]:
    """Return the openings in a file: text positions, one per line, or games in any format (move lists, game
    strings, PGN, ...), cut after `plies` plies. Empty lines and lines that begin with `#` are ignored. Raises
    `UsageError` if the file cannot be read, and `InvalidGameError`, with the line, for a bad opening.
    """
    lines = _position_lines(path)
    found: list[Opening] = []
    rulebook = find_game(game)
    if lines is not None:
        for number, line in lines:
            opening = Opening(start=line)
            _check(opening, path, number, game, variant, rules)
            found.append(opening)
        return tuple(found)
    for number, moves in rulebook.read_moves(path, variant):
        position = rulebook.initial(variant, rules)
        texts: list[str] = []
        try:
            for move in moves[:plies]:
                text = rulebook.format_move(position, move) if position.is_legal(move) else str(move)
                position.push(move)
                texts.append(text)
        except HexapodaError as error:
            raise InvalidGameError(
                f"{path}:{number}: ply {len(texts) + 1} is not a move of {variant}: {error}",
                source=str(path),
                line=number,
                ply=len(texts) + 1,
            ) from None
        opening = Opening(tuple(texts))
        _check(opening, path, number, game, variant, rules)
        found.append(opening)
    if not found:
        raise InvalidGameError(f"{path} contains no openings", source=str(path))
    return tuple(found)


def start_of(opening: Opening, game: str, variant: str, rules: Mapping[str, str]) -> Position:
    """Return the initial position of an opening. Raises `InvalidGameError` or `InvalidPositionError` if it is
    invalid or belongs to another variant.
    """
    rulebook = find_game(game)
    position: Position
    if opening.start is None:
        position = rulebook.initial(variant, rules)
        return position
    position = rulebook.parse_position(opening.start, rules)
    own = getattr(position, "variant", variant)
    if own != variant:
        raise InvalidGameError(f"the position {opening.start!r} is a position of {own}, expected {variant}")
    return position


def _check(
    opening: Opening, path: Path, line: int, game: str, variant: str, rules: Mapping[str, str]
) -> None:
    rulebook = find_game(game)
    try:
        position = start_of(opening, game, variant, rules)
        for text in opening.moves:
            position.push(rulebook.parse_move(position, text))
    except HexapodaError as error:
        raise InvalidGameError(f"{path}:{line}: {error}", source=str(path), line=line) from None
    if position.outcome() is not None:
        raise InvalidGameError(
            f"{path}:{line}: the game is over after these {len(opening.moves)} plies; "
            "cut games short with --opening-plies",
            source=str(path),
            line=line,
        )


def _position_lines(path: Path) -> list[tuple[int, str]] | None:
    """Return the numbered lines of a file of text positions; None if its first line is not a position."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
    except ValueError as error:  # a path with a NUL
        raise UsageError(f"cannot read {str(path)!r}: {error}") from None
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    # A text position has a turn such as White[3] and no semicolon; a game string has both.
    is_position = bool(lines) and ";" not in lines[0][1] and re.search(r" \w+\[[0-9]+\] ", lines[0][1] + " ")
    return lines if is_position else None
