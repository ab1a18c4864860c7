"""The games that `rave` plays against itself, with the results of its searches, from which its network
learns.

Each line of a file is a game, as a JSON object with its `variant`, its `moves`, its `winner`, the parts of
the search that were switched off (`without`) and the terms on which it was played (`terms`). For each move
played, `visits` has the visits of every move in the search, and `values` the win probability that the search
found. `visits` has null for a move without a long search; both have null for a random move before the winner
was proven. docs/explanation/hex-engine.md describes the results.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from hexapoda._core import hex as _core
from hexapoda.hex import Position
from hexapoda.hex.network import network_weights
from hexapoda.hex.patterns import pattern_weights
from hexapoda.train.expert.game_lines import Guide

__all__ = ["BOARDS", "RaveTerms", "play_game"]

BOARDS = (
    ("11x11", 50),
    ("13x13", 20),
    ("9x9", 12),
    ("7x7", 4),
    ("10x10", 4),
    ("12x12", 4),
    ("8x8", 3),
    ("6x6", 2),
    ("5x5", 1),
)
"""The boards, and how many games in a hundred are played on each."""
OPENING = (30, 25, 15, 10, 5, 5, 5, 5)
"""How many games in a hundred begin with 1, 2, 3, ... random moves."""
SAMPLED = 8
"""How many moves after the opening are drawn in proportion to their visits; after them, the most visited move
is played."""
FORKED = 0.5
"""The share of games with one more random move, so that the network also sees bad shapes."""
FORKS = 40
"""The random move of such a game comes before this ply."""
STRAY = 0.2
"""The share of the loser's moves that are random once the winner is proven."""


@dataclass(frozen=True)
class RaveTerms:
    """How games are played."""

    playouts: int
    """Playouts of a long search. Only the visits of long searches are kept. Every search has a new tree."""
    quick: int = 500
    """Playouts of any other search, which does not analyze virtual connections."""
    long: float = 1.0
    """The share of moves with a long search."""
    seed: int = 1
    without: tuple[str, ...] = ()
    """Parts of the search that are switched off."""
    boards: tuple[tuple[str, int], ...] = BOARDS
    """The boards, and the relative number of games on each."""
    decided: int = 0
    """The maximum number of moves that are played once the winner is proven."""
    network: str = ""
    """The SHA-256 of the file of the network that guides the search; empty for the built-in network."""


def play_game(terms: RaveTerms, guide: Guide | None, number: int) -> dict[str, Any]:
    """Play a game of the engine against itself until a win is proven, then up to `terms.decided` more moves.
    Return the JSON object of its line in the file. `number` and the seed of the terms determine everything
    random.
    """
    rng = random.Random(f"{terms.seed}/{number}")
    position = Position(
        rng.choices([board for board, _ in terms.boards], [share for _, share in terms.boards])[0], swap="off"
    )
    opening = rng.choices(range(1, len(OPENING) + 1), OPENING)[0]
    fork = rng.randrange(opening, FORKS) if rng.random() < FORKED else None
    core = _core.RaveCore(64, pattern_weights(), network_weights() if guide is None else guide.weights)
    # Playouts give a policy target far more visits than evaluations of the same cost.
    without = {*terms.without, "puct"}
    parts = sum(bit for name, bit in _core.rave_parts().items() if name not in without)
    moves: list[str] = []
    visits: list[dict[str, int] | None] = []
    values: list[float | None] = []
    winner = None
    while winner is None:
        ply = position.ply
        kept: dict[str, int] | None = None
        value: float | None = None
        if ply < opening or ply == fork:
            text = str(rng.choice(list(position.legal_moves)))
        else:
            long = rng.random() < terms.long
            core.clear()
            settings = _core.RaveSettings(
                parts=parts if long else parts & ~_core.rave_parts()["advice"], seed=rng.getrandbits(60)
            )
            playouts = terms.playouts if long else terms.quick
            lines = core.search(position, math.inf, math.inf, playouts, 26 * 26, settings)
            best = lines[0]
            if best.end_in != 0:  # proven
                winner = position.turn if best.end_in > 0 else 1 - position.turn
                break
            counts = {str(each.line[0]): each.visits for each in lines if each.visits > 0}
            text = max(counts, key=counts.__getitem__)
            if ply < opening + SAMPLED:
                text = rng.choices(list(counts), list(counts.values()))[0]
            value = round(0.5 if best.win_probability is None else best.win_probability, 4)
            if long:
                kept = counts
        moves.append(text)
        visits.append(kept)
        values.append(value)
        position.push(position.parse_move(text))
        outcome = position.outcome()
        winner = None if outcome is None else outcome.winner
    for text, value in _played_on(core, position, winner, terms, parts, rng):
        moves.append(text)
        visits.append(None)
        values.append(value)
    return {
        "variant": position.variant,
        "moves": moves,
        "winner": winner,
        "without": terms.without,
        "terms": asdict(terms),
        "visits": visits,
        "values": values,
    }


def _played_on(
    core: _core.RaveCore, position: Position, winner: int, terms: RaveTerms, parts: int, rng: random.Random
) -> Iterator[tuple[str, float]]:
    """Play on after the proof; yield each move and the mover's win probability before it, which is 0 or 1.
    The game stops if no search finds a provably winning move for the winner.
    """
    advice = _core.rave_parts()["advice"]
    for _ in range(terms.decided):
        if position.outcome() is not None:
            return
        wins = position.turn == winner
        for playouts, used in ((terms.quick, parts & ~advice), (terms.playouts, parts)):
            core.clear()
            settings = _core.RaveSettings(parts=used, seed=rng.getrandbits(60))
            lines = core.search(position, math.inf, math.inf, playouts, 26 * 26, settings)
            if not wins or lines[0].end_in > 0:
                break
        else:
            return
        text = str(lines[0].line[0])
        if not wins and rng.random() < STRAY:
            text = str(rng.choice(list(position.legal_moves)))
        yield text, float(wins)
        position.push(position.parse_move(text))
