"""The strong engine: its search is minimax where it must be, finds what it must, and keeps its limits."""

import random
import threading

import pytest

from hexapoda._core import hive as core
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.engines.hive.level import LEVELS
from hexapoda.hive import VARIANTS, Position
from hexapoda.hive.bench import midgames
from hexapoda.registry import parse_engine

FEATURES = core.search_features()
GUESSES = (
    "quiescence",
    "lmr",
    "lmp",
    "reverse_futility",
    "solver",
    "singular",
    "correction",
)
"""Parts of the search that look at some moves more and at others less than the depth says, or that change the
evaluation.
"""
FULL_WIDTH = sum(bit for name, bit in FEATURES.items() if name not in GUESSES)
FOREVER = float("inf")

WIN_IN_1 = (
    "Base;InProgress;White[15];wG1;bA1 -wG1;wQ wG1\\;bA2 -bA1;wA1 wQ-;bA3 bA2\\;wA2 wG1/;bQ \\bA1;wA1 \\bQ;"
    "bA2 wQ-;wA2 /bA3;bG1 bA2/;wA3 wA2\\;bG1 wQ\\;wA3 bQ/;bG2 bA2-;wA3 \\wG1;bS1 bA2\\;wG2 wA1/;bS1 /wQ;"
    "wG2 /wA1;bG3 /bS1;wB1 wG1/;bS2 bG2-;wS1 -wA1;bB1 bG3\\;wS1 wG2\\;bB2 \\bG2"
)

ZUGZWANG = (
    "Base;InProgress;White[8];wA1;bA1 wA1-;wA2 /wA1;bA2 bA1\\;wA3 -wA1;bQ bA2/;wQ wA2\\;bA2 \\wA3;"
    "wQ wA1\\;bA2 bA1\\;wQ /bA2;bA3 \\bQ;wA3 bA3/;bS1 bQ-"
)

ONE_MOVE = (
    "Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bQ\\;wQ \\wA1;"
    "bA1 \\wQ;wG1 /wQ;bA2 /wG1"
)


def random_position(variant: str, plies: int, seed: int) -> Position:
    chance = random.Random(seed)
    while True:
        position = Position(variant)
        for _ in range(plies):
            if position.outcome() is not None:
                break
            position.push(chance.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position


def core_search(position: Position, depth: int, features: int, lines: int = 1) -> list[tuple[int, str]]:
    """Score and move of the best lines at a fixed depth."""
    found = core.SearchCore(1).search(
        position, FOREVER, FOREVER, 0, depth, 1, lines, features, core.PlayStyle(), None, None
    )
    return [(int(report.score), str(report.line[0])) for report in found]


@pytest.mark.parametrize("without", ["nothing", "table", "pvs", "aspiration", "history"])
@pytest.mark.parametrize("variant", ["Base", "Base+MLP"])
def test_full_width_search_is_minimax(variant: str, without: str) -> None:
    features = FULL_WIDTH & ~FEATURES.get(without, 0)
    for seed in range(12):
        position = random_position(variant, 6 + 3 * seed, seed)
        for depth in (1, 2, 3) if seed < 4 else (1, 2):
            score, moves, _ = core.minimax(position, depth)
            worth = {str(move): value for move, value in moves}
            for found, move in core_search(position, depth, features):
                assert found == score, f"{position.text()} at depth {depth}"
                assert worth[move] == score


def test_several_lines_are_the_best_of_minimax() -> None:
    for seed in range(6):
        position = random_position("Base+MLP", 14 + 2 * seed, seed)
        _, moves, _ = core.minimax(position, 2)
        wanted = sorted((value for _, value in moves), reverse=True)[:5]
        assert [score for score, _ in core_search(position, 2, FULL_WIDTH, lines=5)] == wanted


@pytest.mark.parametrize("nodes", [300, 3_000, 30_000, 60_000])
def test_several_lines_are_of_one_depth_and_in_order(nodes: int) -> None:
    for text in ("Base;InProgress;White[2];wS1;bA1 -wS1", "Base+MLP;NotStarted;White[1]"):
        found: list[SearchInfo] = []
        position = Position.from_game_string(text)
        AlphaBetaEngine(multipv=4).search(position, Limit(nodes=nodes), found.append)
        last = found[-4:]
        assert [info.multipv for info in last] == [1, 2, 3, 4]
        assert len({info.depth for info in last}) == 1
        scores = [info.score or 0 for info in last]
        assert scores == sorted(scores, reverse=True)


def test_several_lines_are_not_mirror_images() -> None:
    keys = set()
    lines: list[SearchInfo] = []
    position = Position.from_game_string("Base;InProgress;White[2];wS1;bA1 -wS1")
    AlphaBetaEngine(multipv=64).search(position, Limit(depth=2), lines.append)
    last = [info for info in lines if info.depth == 2]
    for info in last:
        after = position.copy()
        after.push(info.pv[0])
        keys.add(after.canonical_key)
    everything = set()
    for move in position.legal_moves:
        position.push(move)
        everything.add(position.canonical_key)
        position.pop()
    assert len(keys) == len(last) and keys == everything and len(keys) < len(position.legal_moves)


def ends_of_games(games: int) -> list[Position]:
    """The last five positions of games between a quick search and chance."""
    found: list[Position] = []
    for seed in range(games):
        chance = random.Random(seed)
        position = Position(VARIANTS[seed % len(VARIANTS)])
        past: list[Position] = []
        while position.outcome() is None and position.ply < 200:
            past.append(position.copy())
            if position.ply % 2 == seed % 2 and position.ply > 3:
                told = core.SearchCore(1).search(
                    position,
                    FOREVER,
                    FOREVER,
                    300,
                    0,
                    1,
                    1,
                    sum(FEATURES.values()),
                    core.PlayStyle(),
                    None,
                    None,
                )
                position.push(told[0].line[0])
            else:
                position.push(chance.choice(list(position.legal_moves)))
        found += past[-5:]
    return found


def test_proven_scores_are_true_with_every_guess_on() -> None:
    """What the search calls a win or a loss within three plies is one by minimax."""
    proven = {True: 0, False: 0}
    for position in ends_of_games(32):
        found = core.SearchCore(1).search(
            position, FOREVER, FOREVER, 2000, 0, 1, 1, sum(FEATURES.values()), core.PlayStyle(), None, None
        )[0]
        end = found.end_in
        if 0 < abs(end) <= 3:
            proven[end > 0] += 1
            score, _, _ = core.minimax(position, abs(end))
            assert (score > 30000) == (end > 0) and abs(score) > 30000, position.text()
            assert len(found.line) == abs(end)
    assert proven[True] > 20 and proven[False] > 4, proven


@pytest.mark.parametrize("overlooked", [0, 400])
def test_a_loss_is_proven_only_by_all_moves(overlooked: int) -> None:
    """However early a search ends; one that overlooks moves proves none."""
    features = sum(FEATURES.values()) & ~FEATURES["solver"]
    losses = 0
    for position in ends_of_games(32):
        for nodes in (10, 20, 40, 400):
            style = core.PlayStyle(seed=nodes, overlooked=overlooked)
            end = (
                core.SearchCore(1)
                .search(position, FOREVER, FOREVER, nodes, 0, 1, 1, features, style, None, None)[0]
                .end_in
            )
            if -3 <= end < 0:
                losses += 1
                assert core.minimax(position, -end)[0] < -30000, position.text()
    assert losses > 10 if overlooked == 0 else losses == 0


def nodes_to_depth(search: core.SearchCore, position: Position, depth: int, features: int) -> int:
    found = search.search(position, FOREVER, FOREVER, 0, depth, 1, 1, features, core.PlayStyle(), None, None)
    return found[0].nodes


@pytest.mark.parametrize(
    "part", ["correction", "kept_history", "table_evaluation", "singular", "replies", "tuned"]
)
def test_a_part_that_is_switched_off_changes_the_search(part: str) -> None:
    everything = sum(FEATURES.values()) & ~FEATURES["solver"]
    position, following = midgames()[:2]
    counts = set()
    for features in (everything, everything & ~FEATURES[part]):
        search = core.SearchCore(16)
        nodes_to_depth(search, position, 8, features)
        counts.add(nodes_to_depth(search, following, 9, features))
    assert len(counts) == 2


@pytest.mark.parametrize("kept", [True, False])
def test_corrections_are_kept_for_the_next_search(kept: bool) -> None:
    absent = ["solver", "table", "kept_history"] + ["kept_correction"] * (not kept)
    features = sum(bit for part, bit in FEATURES.items() if part not in absent)
    position, search = midgames()[0], core.SearchCore(1)
    counts = [nodes_to_depth(search, position, 5, features) for _ in range(3)]
    assert (len(set(counts)) > 1) == kept
    search.new_game()
    assert nodes_to_depth(search, position, 5, features) == counts[0]


@pytest.mark.parametrize(
    ("level", "part"),
    [
        (9, "correction"),
        (9, "kept_history"),
        (9, "table_evaluation"),
        (9, "singular"),
        (9, "replies"),
        (9.75, "replies"),
        (9.75, "kept_correction"),
        (9.75, "tuned"),
    ],
)
def test_the_lower_levels_do_not_have_the_later_parts(level: float, part: str) -> None:
    def line(without: str) -> list[tuple[str, int | None, float | None]]:
        engine = AlphaBetaEngine(level=level, seed=1, without=without)
        first, second = midgames()[:2]
        found = [engine.search(position, Limit(depth=7)) for position in (first, second, first)]
        return [(str(each.move), each.info.nodes, each.info.score) for each in found]

    assert line(part) == line("nothing")


@pytest.mark.parametrize(("games", "least"), [(20, 2), pytest.param(80, 6, marks=pytest.mark.deep)])
def test_wins_and_losses_are_true_after_a_deep_search(games: int, least: int) -> None:
    """From depth 7 on, moves are left out to find singular ones."""
    features = sum(FEATURES.values()) & ~FEATURES["solver"]
    proven = {True: 0, False: 0}
    for position in ends_of_games(games):
        found = core.SearchCore(4).search(
            position, FOREVER, FOREVER, 40_000, 0, 1, 1, features, core.PlayStyle(), None, None
        )[0]
        if found.end_in == 0 or found.depth < 7:
            continue
        result = core.solve(position, abs(found.end_in), 0, 200_000, None, None)[0]
        if result != 0:
            proven[found.end_in > 0] += 1
            assert (result == 1) == (found.end_in > 0), position.text()
    assert sum(proven.values()) >= least, proven


def test_only_a_singular_move_is_searched_more_deeply_than_the_iteration() -> None:
    def extended(features: int) -> int:
        count = 0
        for position in midgames()[:6]:
            found = core.SearchCore(16).search(
                position, FOREVER, FOREVER, 0, 9, 1, 1, features, core.PlayStyle(), None, None
            )
            count += found[0].selective_depth > found[0].depth
        return count

    everything = sum(FEATURES.values()) & ~FEATURES["solver"]
    assert extended(everything) > 0
    assert extended(everything & ~FEATURES["singular"]) == 0


def test_a_new_game_forgets_what_the_last_one_taught() -> None:
    everything = sum(FEATURES.values()) & ~FEATURES["solver"]
    one, other = midgames()[:2]
    search = core.SearchCore(16)
    fresh = nodes_to_depth(search, one, 8, everything)
    nodes_to_depth(search, other, 8, everything)
    assert nodes_to_depth(search, one, 8, everything) != fresh
    search.new_game()
    assert nodes_to_depth(search, one, 8, everything) == fresh


def test_a_table_knows_nothing_of_other_rules() -> None:
    def score(searcher: core.SearchCore, position: Position) -> float:
        return searcher.search(position, FOREVER, FOREVER, 0, 3, 1, 1, FULL_WIDTH, core.PlayStyle())[0].score

    for seed in range(10):
        chance = random.Random(seed)
        base, expanded = Position("Base"), Position("Base+M")
        while base.ply < 12:
            move = chance.choice(list(base.legal_moves))
            base.push(move)
            expanded.push(move)
        searcher = core.SearchCore(1)
        score(searcher, base)
        assert score(searcher, expanded) == score(core.SearchCore(1), expanded)


def test_it_plays_a_win_in_one() -> None:
    position = Position.from_game_string(WIN_IN_1)
    result = AlphaBetaEngine().search(position, Limit(depth=4))
    assert result.info.win_in == 1
    position.push(result.move)
    assert position.state == "WhiteWins"


def test_it_proves_what_its_guesses_pass_over() -> None:
    """A win in three by a move that leaves the opponent nothing but to fill a cell beside its own queen."""
    position = Position.from_game_string(ZUGZWANG)
    assert AlphaBetaEngine().search(position, Limit(nodes=20_000)).info.win_in == 3


def test_the_node_limit_is_exact_and_the_search_repeatable() -> None:
    for position in midgames()[::40]:
        results = [AlphaBetaEngine(seed=1).search(position, Limit(nodes=3000)) for _ in range(2)]
        assert 0 < (results[0].info.nodes or 0) <= 3000
        assert results[0].move == results[1].move
        assert results[0].info.score == results[1].info.score


def test_no_time_is_no_thought() -> None:
    for position in midgames()[:3]:
        result = AlphaBetaEngine().search(position, Limit(time=0))
        assert 0 < (result.info.nodes or 0) < 1000
        assert result.move in position.legal_moves


def test_a_single_move_is_looked_at_where_time_is_no_matter() -> None:
    position = Position.from_game_string(ONE_MOVE)
    assert AlphaBetaEngine().search(position, Limit(time=3600)).info.depth == 1
    assert AlphaBetaEngine().search(position, Limit(depth=3)).info.depth == 3


def test_every_iteration_is_told_with_all_its_lines() -> None:
    told: list[SearchInfo] = []
    position = midgames()[0]
    result = AlphaBetaEngine(multipv=3).search(position, Limit(depth=4), told.append)
    assert [(info.depth, info.multipv) for info in told] == [(d, k) for d in range(1, 5) for k in (1, 2, 3)]
    for info in told:
        assert info.score is not None and info.depth is not None
        assert info.seldepth is not None and info.seldepth >= info.depth
        line = position.copy()
        for move in info.pv:
            line.push(move)
    last = told[-3:]
    assert [info.score for info in last] == sorted((info.score for info in last), reverse=True)  # type: ignore[type-var]
    assert len({info.pv[0] for info in last}) == 3
    assert result.move == last[0].pv[0]


def test_stop_ends_a_search_without_a_limit() -> None:
    engine = AlphaBetaEngine(threads=2)
    told = threading.Event()
    answers: list[object] = []
    position = Position("Base+MLP")

    def search() -> None:
        answers.append(engine.search(position, Limit(), lambda info: told.set()).move)

    thread = threading.Thread(target=search)
    thread.start()
    assert told.wait(30)
    engine.stop()
    thread.join(30)
    assert not thread.is_alive()
    assert answers[0] in position.legal_moves


def test_an_error_of_the_listener_ends_the_search() -> None:
    def listen(info: SearchInfo) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        AlphaBetaEngine().search(Position(), Limit(), listen)


def test_threads_agree_on_a_win() -> None:
    position = Position.from_game_string(WIN_IN_1)
    for threads in (2, 5):
        engine = AlphaBetaEngine(threads=threads, without="solver")
        assert engine.search(position, Limit(nodes=20000)).info.win_in == 1


def test_pondering_goes_on_until_the_next_search() -> None:
    engine = AlphaBetaEngine(ponder=True, seed=1)
    position = midgames()[0]
    move = engine.search(position, Limit(depth=3)).move
    assert any(thread.name == "ponder" for thread in threading.enumerate())
    position.push(move)
    position.push(next(iter(position.legal_moves)))
    assert engine.search(position, Limit(depth=3)).move in position.legal_moves
    engine.close()
    assert not any(thread.name == "ponder" for thread in threading.enumerate())


def test_a_level_is_the_same_on_every_machine_and_so_does_not_ponder() -> None:
    engine = AlphaBetaEngine(level=3, ponder=True, seed=1)
    engine.search(Position("Base+MLP"), Limit())
    assert engine._pondering is None


def opening(variant: str, seed: int) -> tuple[str, ...]:
    engine = AlphaBetaEngine(seed=seed, table_size=1)
    position = Position(variant)
    while position.ply < 4:
        position.push(engine.search(position, Limit(nodes=300)).move)
    return tuple(str(move) for move in position.moves)


@pytest.mark.parametrize("variant", ["Base", "Base+MLP"])
def test_a_seed_varies_the_opening_and_only_the_opening(variant: str) -> None:
    assert len({opening(variant, seed) for seed in range(10)}) >= 4
    assert opening(variant, 7) == opening(variant, 7)
    position = midgames()[5]
    assert (
        len({AlphaBetaEngine(seed=seed).search(position, Limit(nodes=2000)).move for seed in range(4)}) == 1
    )


def test_styles_differ() -> None:
    scores = {
        style: AlphaBetaEngine(style=style).search(midgames()[8], Limit(depth=3)).info.score
        for style in ("balanced", "aggressive", "defensive")
    }
    assert len(set(scores.values())) == 3


def test_levels_play_within_their_nodes_and_play_a_win() -> None:
    win = Position.from_game_string(WIN_IN_1)
    for number, level in LEVELS.items():
        engine = AlphaBetaEngine(level=number, seed=3)
        info = engine.search(midgames()[1], Limit(nodes=20_000)).info
        if level.sharpness is None:
            assert 0 < (info.nodes or 0) <= (level.nodes or 20_000)
        else:
            assert (info.nodes, info.depth) == (len(midgames()[1].legal_moves), 1)
        if number >= 2:
            assert engine.search(win, Limit(nodes=20_000)).info.win_in == 1


def test_a_level_is_the_same_player_with_any_threads() -> None:
    position = midgames()[2]
    one = AlphaBetaEngine(level=5, seed=9).search(position, Limit(time=60)).move
    assert AlphaBetaEngine(level=5, seed=9, threads=4).search(position, Limit(time=60)).move == one


def test_a_hive_that_outgrows_the_small_window_is_searched_too() -> None:
    position = Position()
    while position.ply < 20:  # White places as far east as it can, Black as far west
        sign = 1 if position.turn == 0 else -1
        placements = [move for move in position.legal_moves if move.kind and move.kind.value == "place"]
        position.push(max(placements, key=lambda move: sign * move.to[0]))  # type: ignore[index]
    cells = [cell for cell, _ in position.pieces().values()]
    assert max(q for q, _ in cells) - min(q for q, _ in cells) > 14
    score, _, _ = core.minimax(position, 2)
    assert core_search(position, 2, FULL_WIDTH)[0][0] == score
    assert AlphaBetaEngine().search(position, Limit(nodes=3000)).move in position.legal_moves


def test_the_registry_has_it() -> None:
    engine = parse_engine("alphabeta:level=3,threads=2").create()
    assert engine.name == "alphabeta level 3"
