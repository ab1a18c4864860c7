"""The facts that are found, in real games and odd positions, against the plain oracle: none is false, none is
missing, the oracle refuses false ones, and the words for what a move does and ends are true.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from hexapoda.coach.comparison import begins, ended
from hexapoda.hive import Move, Position, facts
from tests.hive.facts_checked import (
    at_other_plies,
    claim_of,
    difference,
    does,
    ends,
    false_facts,
    planted,
)
from tests.hive.side_by_side import position_of, states_along, to_hexapoda, to_oracle
from tests.oracle.hive_facts import Judge
from tests.oracle.hive_game import OracleGame
from tests.oracle.hive_hard_games import hard_moves
from tests.oracle.hive_random_positions import random_position
from tests.oracle.hive_rules import VARIANTS, State
from tests.shared_data import SHARED

KINDS = {kind.id for kind in facts.KINDS}
COMMON = {"ring", "movable", "pinned", "queen-pinned"}
RARE = {"must-pass", "no-defense"}
THROWS = {"throw-queen", "throw-out", "throw-in"}


def also_deep(count: int, many: int) -> list[object]:
    """How much a test looks at, and how much it does in the deep run."""
    return [count, pytest.param(many, marks=pytest.mark.deep)]


Record = Callable[[str, object], None]


def real_games() -> Iterator[tuple[Position, list[Move]]]:
    """The start and the moves of each game of the tables."""
    for name in ("games.tsv", "sgf_expected.tsv"):
        with (SHARED / "hive_games" / name).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                game = Position.from_game_string(row["gamestring"], opening="free")
                yield game.start, game.moves


def hard_line(rng: Random, start: State, plies: int) -> tuple[Position, list[Move]]:
    game = OracleGame(start)
    for move in hard_moves(rng, game, plies):
        game.play(move)
    return position_of(start), [to_hexapoda(move) for move in game.moves]


def odd_lines(variant: str, seed: int) -> Iterator[tuple[Position, list[Move]]]:
    """By turns, a hard game and six random positions with a few moves each; without end."""
    rng = Random(f"facts {variant} {seed}")
    while True:
        yield hard_line(rng, State(variant, tournament=rng.random() < 0.7), rng.choice((40, 90)))
        for _ in range(6):
            yield hard_line(rng, random_position(rng, variant), 3)


@pytest.mark.shared("hive_games")
def test_no_fact_of_real_games_is_false(record_property: Record) -> None:
    met: Counter[str] = Counter()
    for position, line in list(real_games())[::20]:
        found, wrong = false_facts(position, line)
        assert not wrong
        met += found
    record_property("met", dict(met))
    assert met.total() - met["positions"] > 1_000, met


@pytest.mark.parametrize("positions", also_deep(20, 100))
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_facts_are_found(variant: str, positions: int, record_property: Record) -> None:
    """The oracle tries every claim about so many positions."""
    met: Counter[str] = Counter()
    rng = Random(f"all facts {variant}")
    for position, line in odd_lines(variant, 1):
        every, states = facts.along(position, line), states_along(position, line)
        for ply in rng.sample(range(len(every)), min(len(every), 10)):
            found, state = every[ply], states[ply]
            assert not difference(found, state, states[:ply]), position_of(state).text()
            met["positions"] += 1
            met.update(fact.kind for fact in found)
        if met["positions"] >= positions:
            break
    record_property("met", dict(met))


@pytest.mark.parametrize("most", also_deep(1_000, 5_000))
@pytest.mark.parametrize("variant", VARIANTS)
def test_planted_facts_are_refused(variant: str, most: int, record_property: Record) -> None:
    rng = Random(f"planted {variant}")
    met: Counter[str] = Counter()
    for position, line in odd_lines(variant, 2):
        every = facts.along(position, line)
        states = states_along(position, line)
        judges = [Judge(state, states[:ply]) for ply, state in enumerate(states)]
        for found, judge in zip(every, judges, strict=True):
            true = set(map(claim_of, found))
            common = [fact for fact in found if fact.kind in COMMON]
            rare = [fact for fact in found if fact.kind not in COMMON]
            for fact in rare + rng.sample(common, min(len(common), 3)):
                for false in planted(rng, fact, judge):
                    if claim_of(false) not in true:
                        assert not judge.holds(false), f"{false} from {fact} in {judge.state}"
                        met[fact.kind] += 1
        for false in at_other_plies(rng, every):
            assert not judges[false.ply].holds(false), f"{false} in {judges[false.ply].state}"
            met["another ply"] += 1
        if met.total() > most:
            break
    record_property("met", dict(met))


def false_words(position: Position, line: list[Move]) -> tuple[Counter[str], list[str]]:
    """How often a move does or ends something in words, and where the words are false."""
    met: Counter[str] = Counter()
    wrong = []
    kinds = {kind.id: kind for kind in facts.KINDS}
    by_key = [{fact.key: fact for fact in found} for found in facts.along(position, line)]
    states = states_along(position, line)
    for ply, move in enumerate(map(to_oracle, line)):
        before, after, mover = by_key[ply], by_key[ply + 1], states[ply].ply % 2
        if any(fact.kind == "repetition" for fact in (*before.values(), *after.values())):
            continue  # the game is over
        for fact in after.values():
            if fact.gains == mover and facts.phrase(fact, "does") and begins(fact, before, kinds):
                met[f"does {fact.kind}"] += 1
                if not does(fact, states[ply], move):
                    wrong.append(f"{move} {facts.phrase(fact, 'does')} in {states[ply]}")
        for fact in ended(before, after, kinds, mover) if after else ():
            if facts.phrase(fact, "ends"):
                met[f"ends {fact.kind}"] += 1
                if not ends(fact, states[ply], states[ply + 1], move):
                    wrong.append(f"{move} {facts.phrase(fact, 'ends')} in {states[ply]}")
    return met, wrong


@pytest.mark.parametrize("most", also_deep(120, 600))
@pytest.mark.parametrize("variant", VARIANTS)
def test_words_of_moves_are_true(variant: str, most: int, record_property: Record) -> None:
    """A piece that is no more pinned because it is covered is not called unpinned, and so on."""
    met: Counter[str] = Counter()
    for position, line in odd_lines(variant, 4):
        found, wrong = false_words(position, line)
        assert not wrong
        met += found
        if met.total() > most:
            break
    record_property("met", dict(met))


@pytest.mark.deep
@pytest.mark.shared("hive_games")
def test_words_of_moves_of_real_games_are_true(record_property: Record) -> None:
    met: Counter[str] = Counter()
    for position, line in real_games():
        found, wrong = false_words(position, line)
        assert not wrong
        met += found
    record_property("met", dict(met))
    assert len(met) == 22, "the words of some kind were not met"


@pytest.mark.deep
@pytest.mark.shared("hive_games")
def test_no_fact_of_all_real_games_is_false(record_property: Record) -> None:
    met: Counter[str] = Counter()
    for position, line in real_games():
        found, wrong = false_facts(position, line)
        assert not wrong
        met += found
    record_property("met", dict(met))
    assert met.total() - met["positions"] > 40_000, met


@pytest.mark.deep
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_fact_of_many_odd_positions_is_false(variant: str, record_property: Record) -> None:
    """12,500 facts and more of each variant: 100,000 over all, besides those of real games."""
    met: Counter[str] = Counter()
    for position, line in odd_lines(variant, 3):
        found, wrong = false_facts(position, line)
        assert not wrong
        met += found
        if met.total() - met["positions"] >= 12_500:
            break
    record_property("met", dict(met))
    expected = KINDS - RARE if "P" in variant else KINDS - RARE - THROWS
    assert expected <= met.keys(), expected - met.keys()
