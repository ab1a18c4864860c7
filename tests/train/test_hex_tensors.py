"""Hex on tensors: the rules are those of the core, searches find wins, games know who won, networks learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

pytest.importorskip("torch")

from hexapoda.hex import Position
from hexapoda.hex.cell import format_cell
from hexapoda.nets.shipped import find_network
from hexapoda.train.expert.hex.network import Network, load, weights_of
from hexapoda.train.hex_tensors.boards import HexBoards
from hexapoda.train.hex_tensors.games import GameGroup, GameTerms
from hexapoda.train.hex_tensors.pupil import Pupils
from hexapoda.train.hex_tensors.search import TensorSearch, visits_in_turn
from hexapoda.train.hex_tensors.teacher import Teacher, TeacherSettings, embed
from hexapoda.train.pytorch import Tensor, torch

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    yield
    torch.set_num_threads(before)


def knows_nothing(planes: Tensor) -> tuple[Tensor, Tensor]:
    return torch.zeros(len(planes), planes.shape[2] ** 2), torch.zeros(len(planes))


def cell_of(move: int, side: int, ply: int) -> str:
    """A move of a board as the side to move sees it, as a text."""
    row, column = divmod(move, side)
    return format_cell((row, column) if ply % 2 else (column, row))


def position_of(stones: np.ndarray, side: int) -> Position:
    """The position in which Black is to move and sees these stones: 1 are its own."""
    text = f"{side}x{side}"
    for color, sign in (("black", 1), ("white", -1)):
        cells = [format_cell((at % side, at // side)) for at in np.flatnonzero(stones == sign).tolist()]
        text += f" {color}={','.join(cells)}" * bool(cells)
    return Position.from_text(f"{text} to-move=black")


@pytest.mark.parametrize("side", [1, 2, 3, 5, 8])
def test_the_rules_are_those_of_the_core(side: int) -> None:
    rules = HexBoards(side, CPU)
    boards, positions = rules.new(24), [Position(f"{side}x{side}", swap="off") for _ in range(24)]
    ended = set()
    for ply in range(side**2):
        free = rules.free(boards)
        for number, position in enumerate(positions):
            if number not in ended:
                expected = {str(move) for move in position.legal_moves}
                assert {cell_of(int(at), side, ply) for at in free[number].nonzero()} == expected
        moves = torch.where(free, torch.rand(free.shape), -1.0).argmax(1)
        boards, won = rules.play(boards, moves)
        for number, position in enumerate(positions):
            if number in ended:
                continue
            position.push(position.parse_move(cell_of(int(moves[number]), side, ply)))
            outcome = position.outcome()
            assert bool(won[number]) == (outcome is not None)
            if outcome is not None:
                assert outcome.winner == ply % 2
                ended.add(number)
    assert len(ended) == 24


def test_the_network_sees_the_last_move_where_it_is() -> None:
    rules = HexBoards(3, CPU)
    boards, _ = rules.play(rules.new(2), torch.tensor([1, 5]))
    planes = rules.planes(boards, rules.turned(torch.tensor([1, 5])))
    assert torch.equal(planes[:, 1], planes[:, 2]) and planes[:, 0].sum() == 0
    assert planes[0, 1, 1, 0] == 1 and planes[1, 1, 2, 1] == 1  # turned over
    assert rules.planes(boards, torch.full((2,), -1))[:, 2].sum() == 0


@pytest.mark.parametrize(
    ("considered", "simulations", "expected"),
    [
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (16, 32, [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4),
        (1, 3, [0, 1, 2]),
        (2, 1, [0]),
    ],
)
def test_halving(considered: int, simulations: int, expected: list[int]) -> None:
    assert visits_in_turn(considered, simulations) == expected


def test_a_search_finds_the_moves_that_win_at_once_and_those_that_prevent_it() -> None:
    rules = HexBoards(4, CPU)
    boards = rules.new(2)
    # Who has 1, 5 and 9 wins with 12 and with 13. On the first board it is to move; on the second its
    # opponent, which cannot prevent both.
    for move, other in ((1, 3), (5, 7), (9, 11)):
        boards, _ = rules.play(boards, torch.tensor([move, move]))
        boards, _ = rules.play(boards, rules.turned(torch.tensor([other, other])))
    second, _ = rules.play(boards[1:], torch.tensor([0]))
    boards = torch.cat((boards[:1], second))
    search = TensorSearch(rules, 2, knows_nothing, simulations=64, considered=16, value_scale=1.0, device=CPU)
    found = search.run(boards, torch.full((2,), -1))
    wins = torch.tensor([12, 13])
    assert found.policies[0, wins].sum() > 0.99 and found.values[0] > 0.3 and int(found.moves[0]) in (12, 13)
    assert found.values[1] < -0.2
    assert torch.allclose(found.policies.sum(1), torch.ones(2), atol=1e-5)
    assert not found.policies[~rules.free(boards)].any()


def test_games_give_positions_the_winner_and_the_search() -> None:
    side = 4
    terms = GameTerms(simulations=32, considered=16, resign=2.0, forked=0.5, value_scale=1.0)
    group = GameGroup(side, 24, knows_nothing, terms, kept=24, device=CPU)
    assert group.sample(4) is None
    for _ in range(24):
        group.play()
    assert group.played.games > 30 and group.played.plies == 24 * 24
    samples = group.sample(300)
    assert samples is not None and len(samples) == 300 and len(samples.policies) == 300
    at_once = 0
    for planes, policy, value in zip(samples.stones, samples.policies, samples.values, strict=True):
        own, theirs, last = (plane.numpy().ravel().astype(np.int8) for plane in planes)
        position = position_of(own - theirs, side)
        assert position.outcome() is None and not (own & theirs).any() and not (last & ~theirs).any()
        wins = []
        for move in list(position.legal_moves):
            position.push(move)
            wins.append(position.outcome() is not None)
            position.pop()
        assert not policy[torch.from_numpy(own + theirs) != 0].any()
        if any(wins):
            at_once += 1
            assert value > 0.7
    assert at_once > 25


def test_sure_games_are_given_up() -> None:
    def black_wins(planes: Tensor) -> tuple[Tensor, Tensor]:
        logits, _ = knows_nothing(planes)
        ahead = planes[:, 0].sum((1, 2)) == planes[:, 1].sum((1, 2))
        return logits, torch.where(ahead, 0.999, -0.999)

    terms = GameTerms(simulations=4, considered=4, to_the_end=0.0, forked=0.0)
    group = GameGroup(6, 16, black_wins, terms, kept=12, device=CPU)
    for _ in range(6):
        group.play()
    assert group.played.games == 48  # two searches each
    samples = group.sample(64)
    assert samples is not None
    ahead = samples.stones[:, 0].sum((1, 2)) == samples.stones[:, 1].sum((1, 2))
    assert (samples.values[ahead] > 0.99).all() and (samples.values[~ahead] < 0.01).all()


@pytest.mark.parametrize("forked", [0.0, 1.0])
def test_the_outcome_says_nothing_before_a_random_move(forked: float) -> None:
    terms = GameTerms(simulations=2, considered=2, resign=2.0, forked=forked)
    group = GameGroup(4, 32, knows_nothing, terms, kept=20, device=CPU)
    for _ in range(20):
        group.play()
    samples = group.sample(256)
    assert samples is not None
    first = samples.stones[:, :2].sum((1, 2, 3)) == 1  # the random move comes later
    # No search sees a win so early, so each value of a search is 0.
    by_search = samples.values[first] == 0.5
    assert first.any() and (by_search.all() if forked else not by_search.any())


@pytest.fixture(scope="module")
def start() -> Network:
    network = Network()
    with torch.no_grad():
        load(find_network("hex"), network)
    return network


def test_a_larger_network_begins_as_the_smaller_one(start: Network) -> None:
    stones = (torch.rand(6, 3, 7, 7) < 0.2).float()
    stones[:, 1] *= 1 - stones[:, 0]
    for large in (Network(8, 48), Network(7)):
        embed(start, large)
        with torch.no_grad():
            for mine, expected in zip(large(stones), start(stones), strict=True):
                assert torch.allclose(mine, expected, atol=1e-3)


def test_a_teacher_learns_resumes_and_teaches(start: Network) -> None:
    terms = GameTerms(simulations=4, considered=4, resign=0.5, to_the_end=0.0)
    settings = TeacherSettings(
        channels=34, blocks=6, boards={5: 16, 6: 8}, kept=10, batch=16, passes=4.0, terms=terms
    )
    teacher = Teacher(settings, start, CPU)
    before = weights_of(teacher.averaged)
    for number in range(10):
        teacher.round(number / 10)
    assert teacher.steps > 4 and not np.array_equal(weights_of(teacher.averaged), before)
    assert "5: " in teacher.described()
    resumed = Teacher(settings, None, CPU)
    resumed.load(teacher.state())
    assert resumed.steps == teacher.steps
    assert np.array_equal(weights_of(resumed._player), weights_of(teacher.averaged))

    pupil = Network()
    embed(start, pupil)
    pupils = Pupils([pupil], teacher.averaged, 0.001)
    teacher.end_games()
    for progress in (0.0, 0.5, 0.95):
        assert not pupil.rounds
        pupils.learn(teacher.drawn, progress)
    assert pupil.rounds and np.isfinite(weights_of(pupil)).all() and "policy" in pupils.described()
