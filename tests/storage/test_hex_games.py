"""Games of Hex in the store: filed from every format, found by position up to symmetry, written again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.hex import Position
from hexapoda.hex.cell import format_cell, mirrored, parse_cell, rotated
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord, format_game, read_games
from hexapoda.record.replay import tree_of
from hexapoda.storage import GameFilter, Store, opening_keys, position_key
from tests.cli.command_line import WON, complaint, objects, run

SGF = """(;FF[4]GM[11]SZ[5]PB[Ann]PW[Ben]RE[W+R]EV[Club]DT[2024-02-29]SO[home]C[first]
;B[a4];W[swap-pieces];B[c3];W[b4]C[here];B[resign])
(;FF[4]GM[11]SZ[5]PB[Ben]PW[Ann];B[a4];W[swap-pieces];W[c3];B[d2])
(;FF[4]GM[11]SZ[5]PB[Ann]PW[Cid]RE[B+];B[e2];W[c3];B[b4])
"""


def game_text(record: GameRecord, format: str) -> str:
    return format_game(tree_of(record), format)


def game(moves: str, variant: str = "5x5", **fields: object) -> GameRecord:
    players = (PlayerRecord("Ann"), PlayerRecord("Ben"))
    plain = GameRecord("hex", variant, players, tuple(map(MoveRecord, moves.split())), 0, True, Ending.NORMAL)
    return replace(plain, **fields)  # type: ignore[arg-type]


@pytest.fixture
def filed(tmp_path: Path) -> str:
    """A store with three games of Hex and one of Hive."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "hex.sgf").write_text(SGF, encoding="utf-8")
    (tmp_path / "in" / "hive.txt").write_text(WON, encoding="utf-8")
    store = str(tmp_path / "games.db")
    [summary] = objects("games", "import", str(tmp_path / "in"), "--store", store)
    assert (summary["added"], summary["bad"], summary["skipped"]) == (4, 0, 0)
    return store


def test_what_a_file_says_is_kept(filed: str) -> None:
    with Store.open(filed) as store:
        stored = list(store.records())
        first, second, third, hive = [game.record for game in stored]
    assert hive.game == "hive" and {first.game, second.game, third.game} == {"hex"}
    assert [player.name for player in first.players] == ["Ann", "Ben"]
    assert (first.winner, first.ending, first.date, first.event) == (1, Ending.RESIGN, "2024-02-29", "Club")
    assert dict(first.tags)["SO"] == "home" and dict(first.rules) == {"swap": "pieces"}
    assert [move.text for move in first.moves] == ["a4", "swap-pieces", "c3", "b4"]
    assert dict(second.rules) == {"swap": "sides"} and not second.finished
    text = format_game(stored[0].tree(), "sgf")
    assert "RE[W+R]" in text and "C[here]" in text and "DT[2024-02-29]" in text and "C[first]" in text
    assert game_text(first, "hexworld") == "https://hexworld.org/board/#5c1,a4:sc3b4:rb\n"
    assert game_text(second, "gamestring") == "5x5 swap=sides a4 swap-sides c3 d2\n"
    for wrong in (first, hive):
        with pytest.raises(InvalidGameError, match="cannot be written as"):
            game_text(wrong, "pgn" if wrong is first else "sgf")


def test_games_meet_in_positions_up_to_symmetry(filed: str) -> None:
    def explored(*arguments: str) -> tuple[dict[str, int], dict[str, object]]:
        *moves, total = objects("games", "explore", "--store", filed, *arguments)
        return {move["move"]: move["games"] for move in moves}, total

    moves, total = explored("--variant", "5x5")
    assert moves == {"a4": 3} and (total["games"], total["black"], total["white"]) == (3, 1, 1)
    moves, total = explored("--position", "5x5 a4")
    # Both swaps are one move; c3 was answered to e2, which is a4 turned by half a turn.
    assert moves == {"swap-pieces": 2, "c3": 1} and total["games"] == 3
    assert explored("--position", "5x5 swap=sides e2")[0] == {"swap-sides": 2, "c3": 1}
    moves, total = explored("--position", "5x5 swap=pieces a4 swap-pieces")
    assert moves == {"c3": 2} and total["position"] == "5x5 swap=pieces white=d1 ply=2"
    assert objects("games", "explore", "--store", filed, "--game", "hex")[-1]["games"] == 3
    assert objects("games", "explore", "--store", filed, "--game", "hive")[-1]["games"] == 1
    both = ("--variant", "5x5", "--position", "5x5")
    assert "cannot be used together" in complaint("games", "explore", "--store", filed, *both)
    for wrong in (
        ("hive", "--variant", "5x5"),
        ("hive", "--position", "5x5 a4"),
        ("hex", "--variant", "Base"),
    ):
        assert "is a variant of" in complaint("games", "explore", "--store", filed, "--game", *wrong)
    shown = run("games", "explore", "--store", filed, "--variant", "5").stdout
    assert shown.splitlines()[0] == "5x5: 3 games" and "Black scores 50.0%" in shown


def test_searching(filed: str) -> None:
    def ids(*arguments: str) -> list[int]:
        found = objects("games", "search", "--store", filed, *arguments)
        return sorted(value["id"] for value in found[:-1])

    assert ids("--game", "hex") == [1, 2, 3] and ids("--game", "hive") == [4]
    assert ids("--variant", "5") == [1, 2, 3]
    assert ids("--result", "black") == [3] and ids("--result", "white") == [1, 4]
    # d2 after a swap of sides is b4 after one of pieces.
    assert ids("--position", "5x5 swap=pieces a4 swap-pieces c3 b4") == [1, 2]
    assert objects("games", "search", "--store", filed, "--position", "5x5 b1", code=1)[-1]["games"] == 0
    assert ids("--position", "https://hexworld.org/board/#5c1,e2") == [1, 2, 3]
    assert ids("--opening", "5x5 e2 c3") == [3]
    assert ids("--opening", "a4;swap", "--variant", "5x5") == [1, 2]
    assert ids("--opening", "#5c1,a4:s") == [1, 2]
    assert "is played on '5x5'" in complaint(
        "games", "search", "--store", filed, "--opening", "5x5 a4", "--variant", "7x7"
    )
    assert "begins with stones on the board" in complaint(
        "games", "search", "--store", filed, "--opening", "5x5 black=a1 b2"
    )
    stats = objects("games", "stats", "--store", filed, "--game", "hex")[0]
    assert stats["games"] == 3 and stats["variants"] == {"5x5": 3}


def test_exporting_and_importing_again(filed: str, tmp_path: Path) -> None:
    def export(name: str, *arguments: str) -> dict[str, object]:
        return objects("games", "export", str(tmp_path / name), "--store", filed, *arguments)[0]

    for name in ("out.sgf", "out.hexworld"):
        assert export(name) == {"games": 3, "left_out": 1, "file": str(tmp_path / name)}
    assert export("out.pgn") == {"games": 1, "left_out": 3, "file": str(tmp_path / "out.pgn")}
    assert (export("all.txt"), export("hex.txt", "--game", "hex")) == (
        {"games": 3, "left_out": 1, "file": str(tmp_path / "all.txt")},
        {"games": 3, "left_out": 0, "file": str(tmp_path / "hex.txt")},
    )
    assert list(read_games(tmp_path / "all.txt")) and export("hive.txt", "--game", "hive")["games"] == 1
    texts = [[node.text for node in tree.main_line()] for tree in read_games(tmp_path / "out.sgf")]
    for name in ("out.hexworld", "hex.txt"):
        assert [[node.text for node in tree.main_line()] for tree in read_games(tmp_path / name)] == texts
    export("all.jsonl")
    again = objects(
        "games", "import", str(tmp_path / "all.jsonl"), str(tmp_path / "out.sgf"), "--store", filed
    )
    assert (again[-1]["added"], again[-1]["duplicates"]) == (0, 7)
    first = next(iter(read_games(tmp_path / "all.jsonl")))
    assert run("games", "show", "1", "--store", filed, "-f", "hexworld").stdout == format_game(
        first, "hexworld"
    )


def test_checking_and_converting_either_game(filed: str, tmp_path: Path) -> None:
    reports = objects("games", "check", str(tmp_path / "in"))
    assert [(r["game"], r["format"]) for r in reports] == [("hex", "sgf")] * 3 + [("hive", "gamestring")]
    assert "3 sgf" in run("games", "check", str(tmp_path / "in")).stdout
    assert "(swap=sides)" in run("games", "check", "--all", str(tmp_path / "in" / "hex.sgf")).stdout
    assert "games of Hive and of Hex" in complaint("games", "convert", str(tmp_path / "in"), "x.sgf")
    target = tmp_path / "out.hexworld"
    done = objects("games", "convert", str(tmp_path / "in" / "hex.sgf"), str(target))
    assert done == [{"game": "hex", "games": 3, "left_out": 0, "file": str(target)}]
    complaint("games", "convert", str(tmp_path / "in" / "hex.sgf"), str(tmp_path / "out.pgn"))


def test_keys_are_the_same_under_symmetry_and_differ_otherwise() -> None:
    generator = random.Random(7)
    for columns, rows in ((4, 4), (5, 3), (1, 6)):
        cells = [(c, r) for c in range(columns) for r in range(rows)]
        for _ in range(20):
            picked = generator.sample(cells, generator.randrange(min(6, len(cells))))
            texts = [format_cell(cell) for cell in picked]
            turned = [format_cell(rotated(cell, columns, rows)) for cell in picked]
            variant = f"{columns}x{rows}"
            try:
                keys = opening_keys(variant, texts, "hex")
            except InvalidGameError:
                continue  # somebody had won
            assert opening_keys(variant, turned, "hex") == keys
            assert len(set(keys)) == len(keys) and all(-(1 << 63) <= key < 1 << 63 for key in keys)
    # A swap of pieces mirrors what a swap of sides leaves.
    sides = ["b1", "swap-sides", "c3", "a4", "d2"]
    pieces = [text if text[0] == "s" else format_cell(mirrored(parse_cell(text))) for text in sides]
    pieces[:2] = ["b1", "swap-pieces"]
    assert opening_keys("4x4", sides, "hex") == opening_keys("4x4", pieces, "hex")
    # The rule of the game asked about does not matter.
    for text in ("4x4", "4x4 b1", "4x4 b1 c2"):
        board, *moves = text.split()
        assert len({position_key(Position.from_text(f"{board} swap={s} {' '.join(moves)}")) for s in
                    ("off", "pieces", "sides")}) == 1  # fmt: skip
    assert position_key(Position.from_text("4x4 b1")) != position_key(Position.from_text("4x4 b1 c2"))


def test_set_ups_passes_and_illegal_records(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "games.db")) as store:
        started = game("c3 pass b2", start="5x5 black=a1 white=e5", winner=None, finished=False)
        assert store.add(started) is not None
        assert store.search(GameFilter(position=position_key(Position.from_text("5x5 black=a1 white=e5"))))
        assert game_text(started, "gamestring") == "5x5 black=a1 white=e5 c3 pass b2\n"
        assert "AB[a1]AW[e5]PL[B]" in game_text(started, "sgf")
        with pytest.raises(InvalidGameError, match="ply 2 'a1'"):
            store.add(game("a1 a1"))
        with pytest.raises(InvalidGameError, match="but the start is on '4x4'"):
            store.add(game("a1", start="4x4 black=b1"))


def test_a_forfeit_and_a_loss_on_time_come_back(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(
        "(;GM[11]SZ[5];B[a1];W[forfeit])(;GM[11]SZ[5]RE[W+T];B[a1])(;GM[11]SZ[2]RE[W+];B[a1];W[b1];B[a2])",
        encoding="utf-8",
    )
    records = [tree.to_record() for tree in read_games(path)]
    assert [(r.winner, r.ending, r.detail) for r in records] == [
        (0, Ending.UNKNOWN, "forfeit"),
        (1, Ending.TIMEOUT, ""),
        (0, Ending.NORMAL, ""),  # what has ended on the board cannot be argued with
    ]
    results = [game_text(record, "sgf").split("RE")[1][:5] for record in records]
    assert results == ["[B+F]", "[W+T]", "[B+]H"]
