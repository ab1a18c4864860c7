"""The strong engine of Hex: what it proves is so, what it tells is consistent, and it keeps its limits."""

import threading
from collections.abc import Callable

import pytest

from hexapoda._core import hex as core
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hex.level import HEX_LEVELS
from hexapoda.engines.hex.mcts import HexMctsEngine
from hexapoda.engines.hex.rave import RaveEngine
from hexapoda.hex import BLACK, Position, Swap
from hexapoda.registry import parse_engine
from tests.engines.test_hex_bruteforce import position_of, random_position

FOREVER = float("inf")
WINNING_4X4 = {"d1", "c2", "b3", "a4"}
"""The first stones that win on 4x4."""
ONE_TO_GO = "c1 a5 c2 b5 b3 d5 a1 e5"
"""White lacks c5 alone."""


def engine(**options: object) -> RaveEngine:
    """An engine with a small tree, a fixed seed and no book."""
    return RaveEngine(**{"table_size": 16, "seed": 1, "book": False, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{}, {"threads": 3}])
def test_what_it_proves_is_so(options: dict[str, object]) -> None:
    for move in Position("4x4").legal_moves:
        position = Position("4x4")
        position.push(move)
        info = engine(**options).search(position, Limit()).info
        assert info.win_in is not None
        assert info.score == (100 if info.win_in > 0 else -100)
        assert (info.win_in < 0) == (str(move) in WINNING_4X4)


@pytest.mark.parametrize("part", core.rave_parts())
def test_it_does_without_any_part(part: str) -> None:
    for text in ("c2", "a1"):
        info = engine(without=part).search(position_of("4x4", text), Limit()).info
        assert info.win_in is not None
        assert (info.win_in < 0) == (text in WINNING_4X4)
    # Small boards are searched with playouts, others with evaluations: each has parts that the other lacks.
    board = "14x14" if part == "puct" else "9x9"
    positions = [random_position(board, 10, seed) for seed in (1, 2)]
    found = {
        name: [
            (info.score, info.pv)
            for position in positions
            for info in [engine(without=name).search(position, Limit(nodes=2000)).info]
        ]
        for name in ("nothing", part)
    }
    assert (found["nothing"] != found[part]) == (part != "reuse")


@pytest.mark.parametrize("seed", range(12))
def test_it_agrees_with_the_plain_tree_on_who_wins(seed: int) -> None:
    position = random_position("5x4" if seed % 2 else "4x5", 4 + seed % 3, seed)
    info = engine().search(position, Limit()).info
    other = HexMctsEngine(seed=1, playouts=10**6).search(position, Limit()).info
    assert info.win_in is not None
    assert other.win_in is not None
    assert (info.win_in > 0) == (other.win_in > 0)


@pytest.mark.parametrize("seed", range(6))
def test_a_proven_win_is_won(seed: int) -> None:
    position = random_position("5x5", 6, seed)
    strong = engine()
    winner = None
    while position.outcome() is None:
        info = strong.search(position, Limit(nodes=20_000)).info
        if info.win_in is not None:
            claimed = position.turn if info.win_in > 0 else 1 - position.turn
            assert winner in (None, claimed)
            winner = claimed
        position.push(info.pv[0])
    outcome = position.outcome()
    assert outcome is not None
    assert winner == outcome.winner


def test_it_wins_at_once_and_sees_what_it_must_stop() -> None:
    info = engine().search(position_of("5x5", ONE_TO_GO + " b1"), Limit()).info
    assert (info.win_in, [str(move) for move in info.pv]) == (1, ["c5"])
    assert str(engine().search(position_of("5x5", ONE_TO_GO), Limit(nodes=2000)).move) == "c5"


@pytest.mark.parametrize("nodes", [1, 2, 15, 16, 17, 3000])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("board", ["7x7", "14x14"])
def test_nodes_are_playouts_and_counted_exactly(nodes: int, threads: int, board: str) -> None:
    """On the larger board an evaluation counts as many playouts, the last one as those that are left."""
    assert engine(threads=threads).search(Position(board), Limit(nodes=nodes)).info.nodes == nodes


def test_the_lines_are_the_best_moves() -> None:
    heard: list[SearchInfo] = []
    result = engine(multipv=4).search(random_position("9x9", 6, 1), Limit(nodes=5000), heard.append)
    last = heard[-4:]
    assert [info.multipv for info in last] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in last}) == 4
    assert last[0] == result.info
    assert all(info.nodes == 5000 for info in last)
    assert result.info.seldepth is not None
    assert result.info.seldepth >= 4


def test_lines_can_be_played() -> None:
    position = random_position("6x6", 4, 2)
    info = engine(without="advice").search(position, Limit(nodes=20_000)).info
    assert len(info.pv) > 3
    for move in info.pv:
        position.push(move)


def test_virtual_connections_prove_what_playouts_need_long_for() -> None:
    known = engine().search(Position("6x6"), Limit(nodes=20_000)).info
    assert known.win_in is not None
    assert known.win_in > 0
    assert engine(without="advice").search(Position("6x6"), Limit(nodes=20_000)).info.win_in is None


@pytest.mark.parametrize("size", [1, 64])
def test_a_chain_that_captures_its_way_to_both_edges_wins(size: int) -> None:
    """The closer look proves it without a move to name; a search for one goes on."""
    position = position_of("7x7", "c2 a4 c3 f2 c4 g5 c5 e6 c6 f7")
    info = engine(table_size=size).search(position, Limit(nodes=2000)).info
    assert info.win_in is not None
    assert info.win_in > 0
    player = engine(table_size=size)
    while position.outcome() is None:
        position.push(player.search(position, Limit(nodes=2000)).move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == BLACK


def test_the_tree_is_kept_for_the_next_move() -> None:
    def visits(reuse: bool) -> int:
        search = core.RaveCore(64)
        settings = core.RaveSettings(
            parts=sum(core.rave_parts().values()) - (0 if reuse else core.rave_parts()["reuse"])
        )
        position = random_position("9x9", 2, 3)
        line = search.search(position, FOREVER, FOREVER, 60_000, 1, settings)[0].line
        for move in line[:2]:
            position.push(move)
        best = search.search(position, FOREVER, FOREVER, 10, 1, settings)[0]
        assert best.nodes == 10
        return best.visits

    assert visits(reuse=True) > 1000
    assert visits(reuse=False) <= 10


def test_a_full_tree_goes_on_with_what_it_has() -> None:
    small, large = (
        engine(table_size=size).search(Position("8x8"), Limit(nodes=30_000)).info for size in (1, 64)
    )
    assert small.nodes == large.nodes == 30_000
    assert small.seldepth is not None
    assert large.seldepth is not None
    assert small.seldepth < large.seldepth
    strong = engine(table_size=1)
    position = Position("7x7")
    while position.outcome() is None:  # the tree is cut down to a branch again and again
        position.push(strong.search(position, Limit(nodes=3000)).move)


def test_a_clear_move_takes_less_than_its_share_of_the_clock() -> None:
    forced = position_of("5x5", ONE_TO_GO)
    info = engine().search(forced, Limit(time=3600, clock=36000)).info
    assert info.time < 60


def test_a_tree_that_is_kept_does_not_make_a_move_clear_at_once() -> None:
    strong = engine()
    position = Position("9x9")
    position.push(position.parse_move("d5"))
    for move in strong.search(position, Limit(nodes=2000)).info.pv[:2]:
        position.push(move)
    assert (strong.search(position, Limit(time=1, clock=40)).info.nodes or 0) >= 1000


def test_it_is_stopped_from_another_thread() -> None:
    strong = engine(threads=2)
    heard: list[SearchInfo] = []

    def on_info(info: SearchInfo) -> None:
        heard.append(info)
        thread = threading.Thread(target=strong.stop)
        thread.start()
        thread.join()

    result = strong.search(Position("11x11"), Limit(), on_info)
    assert result.info == heard[-1]
    assert len(heard) <= 2


def test_an_error_in_on_info_ends_the_search() -> None:
    def fail(info: SearchInfo) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine().search(Position("11x11"), Limit(), fail)


def test_it_thinks_on_while_the_opponent_does() -> None:
    position = random_position("7x7", 4, 3)
    strong = engine(ponder=True)
    position.push(strong.search(position, Limit(nodes=2000)).move)
    pondering = strong._pondering
    assert pondering is not None
    position.push(position.legal_moves[0])
    assert strong.search(position, Limit(nodes=100)).move in position.legal_moves
    strong.close()
    assert strong._pondering is None


@pytest.mark.parametrize(("board", "rule"), [("3x3", "pieces"), ("4x3", "sides"), ("4x4", "pieces")])
def test_it_swaps_what_it_would_lose_to(board: str, rule: str) -> None:
    strong, weak = ("b2", "c3") if board != "4x4" else ("c2", "a1")
    info = engine().search(position_of(board, strong, rule), Limit()).info
    assert [str(move) for move in info.pv] == [f"swap-{rule}"]
    assert info.score == 100
    assert info.win_in is not None
    assert info.win_in > 0
    if board != "4x3":  # on which everything wins for black
        assert engine().search(position_of(board, weak, rule), Limit()).move.kind.value == "place"


@pytest.mark.parametrize(
    ("board", "texts"),
    [("5x5", {"a4", "e2"}), ("11x11", {"a10", "k2"}), ("12x12", {"a11", "l2"}), ("8x6", set())],
)
@pytest.mark.parametrize("make", [engine, HexMctsEngine])
def test_a_fair_first_stone_on_any_board_and_no_proof(
    board: str, texts: set[str], make: Callable[..., RaveEngine | HexMctsEngine]
) -> None:
    info = make(seed=1).search(Position(board, swap="sides"), Limit(time=0.5)).info
    assert info.win_in is None and info.win_probability is not None
    if texts:
        assert str(info.pv[0]) in texts
    else:  # black has the shorter way: all but a weak stone are too good, and the middle is the best
        assert str(info.pv[0]) not in {f"{column}{row}" for column in "cdef" for row in (2, 3, 4, 5)}
        assert 0.3 < info.win_probability <= 0.5


def test_a_proof_of_the_solver_is_as_long_as_its_line() -> None:
    position = position_of("5x5", "a1")
    info = engine().search(position, Limit(time=60)).info
    assert info.win_in == len(info.pv) < 23 and info.win_probability == 1
    for move in info.pv:
        position.push(move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == 1


def test_no_time_is_no_time_for_the_solver_either() -> None:
    strong = engine()
    alarm = threading.Timer(20, strong.stop)
    alarm.start()
    info = strong.search(Position("8x8"), Limit(time=0)).info
    assert alarm.is_alive() and info.time < 20
    alarm.cancel()


@pytest.mark.parametrize("level", [level for level in HEX_LEVELS if level < 10])
def test_a_level_is_its_number_of_playouts(level: float) -> None:
    playouts = HEX_LEVELS[level].playouts
    assert playouts is not None
    player = parse_engine(f"rave:level={level},threads=2,seed=3,table_size=16", "hex")
    first, second = (player.create().search(Position("7x7"), Limit(time=3600)).info for _ in range(2))
    assert first.nodes == playouts
    assert (first.pv, first.score) == (second.pv, second.score)


def test_weak_levels_overlook_moves() -> None:
    position = position_of("5x5", ONE_TO_GO + " b1")
    wins = {str(move) for move in core.winning_moves(position)}
    played = [str(engine(level=1, seed=seed).search(position, Limit()).move) for seed in range(30)]
    assert any(move in wins for move in played)
    assert any(move not in wins for move in played)
    assert all(str(engine(level=4, seed=seed).search(position, Limit()).move) in wins for seed in range(10))


def test_on_small_boards_the_solver_is_asked_first() -> None:
    position = position_of("6x6", "a1")
    info = engine().search(position, Limit(time=60)).info
    assert info.win_in is not None
    assert info.win_in > 0
    assert info.time < 30
    position.push(info.pv[0])
    solver = core.SolverCore(6, 6, [], 1, 16)
    assert solver.winner(position, FOREVER, None, None) == 1
    unaided = engine(without="solver").search(position_of("6x6", "a1"), Limit(time=60)).info
    assert unaided.seldepth is not None
    other = engine()  # which keeps its solver from one board to the next no longer than that is right
    for board in ("4x4", "5x4", "4x5"):
        empty = Position(board)
        assert other.search(empty, Limit(time=60)).move in empty.legal_moves


@pytest.mark.parametrize(("variant", "rule"), [("1x1", "pieces"), ("1x1", "sides"), ("3x1", "sides")])
def test_nobody_swaps_a_stone_that_wins(variant: str, rule: Swap) -> None:
    info = engine().search(Position(variant, swap=rule), Limit(nodes=10)).info
    assert info.win_in == 1 and info.win_probability == 1.0
