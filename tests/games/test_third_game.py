"""A third game goes through every part of the package without a change elsewhere."""

import json
from pathlib import Path

import pytest
from pettingzoo.test import api_test as pettingzoo_api_test
from typer.testing import CliRunner

from game_of_y.encode import ENCODINGS
from game_of_y.game import GAME_OF_Y
from hexapoda.cli.app import command_line
from hexapoda.games import find_game, game_names
from hexapoda.games.translations import patterns
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord, format_game, read_text
from hexapoda.text.sentence import Sentence
from hexapoda.train.aec import env
from hexapoda.train.one_side import OneSideEnv
from tests.cli.command_line import complaint, objects
from tests.train.test_environments import quietly

SCRIPTED = Path(__file__).parents[1] / "fakes" / "scripted_engine.py"


def run(*arguments: str, code: int = 0, stdin: str = "") -> str:
    result = CliRunner().invoke(
        command_line(*arguments[:2]), list(arguments), input=stdin, prog_name="hexapoda"
    )
    assert result.exit_code == code, result.output
    return result.stdout


def test_it_is_in_the_table() -> None:
    assert game_names()[-1] == "y" and find_game("y") is GAME_OF_Y


def test_commands_on_one_position() -> None:
    assert run("moves", "y", "--position", "triangle-3 1.1").split() == ["2.1", "2.2", "3.1", "3.2", "3.3"]
    shown = json.loads(run("show", "y", "--position", "triangle-3 1.1 2.1", "--json"))
    assert (shown["game"], shown["player"], shown["moves"]) == ("y", 0, ["1.1", "2.1"])
    assert run("show", "y", "--position", "triangle-3 1.1").strip() == "triangle-3 1.1"
    assert "occupied" in run("explain", "y", "1.1", "--position", "triangle-3 1.1", code=1)
    assert run("perft", "y", "--variant", "triangle-3", "-d", "2").split()[-3:-1]


def test_bestmove() -> None:
    lines = run("bestmove", "y", "--position", "triangle-3 1.1 2.1", "--nodes", "1", "--json")
    assert json.loads(lines.splitlines()[-1])["move"] in ("2.2", "3.1", "3.2", "3.3")


def test_it_is_played_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    file = tmp_path / "game.json"
    out = run("play", "y", "--variant", "triangle-3", stdin=f"1.1\nmoves\n2\nundo\nsave {file}\nquit\n")
    assert "Y triangle-3   First: human   Second: human   turn 1" in out
    assert "  1 2.1    2 2.2    3 3.1" in out and "Second: 2.2" in out and "1 move undone" in out
    assert "the game is saved; resume it with: hexapoda play --resume" in out
    lines = ["hint", "1", "why 1.1", "history", "help", "3.1", "back", "board", "undo"]
    resumed = run("play", "--resume", "--black", "random:seed=4", stdin="\n".join(lines), code=1)
    assert "resumed: Y triangle-3, two people, move 2, just now" in resumed
    assert "hint: 1 " in resumed and "*** Second wins: three sides are joined ***" in resumed
    assert "after 5 of 6 moves" in resumed and "2 moves undone" in resumed
    assert "the game is loaded: 1 move" in run("play", "y", stdin=f"load {file}\nquit\n")
    run("play", "y", stdin=f"1.1\nsave {tmp_path}/game.sgf\n", code=2)
    run("play", "y", "--notation", "uhp", code=2)


def test_a_draw_by_two_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    out = run("play", "y", "--variant", "triangle-3", "--rule", "pass=on", stdin="1.1\npass\npass\n")
    assert "*** draw: both players passed ***" in out.lower()
    assert "only under the rule pass=on" in run("explain", "y", "pass", "--variant", "triangle-3", code=1)
    position = GAME_OF_Y.parse_position("triangle-3 pass=on 1.1 pass pass")
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is None and not position.legal_moves
    reason = GAME_OF_Y.wording.reason(outcome)
    assert isinstance(reason, Sentence) and reason.translated(patterns("de")) == "beide haben gepasst"


def test_its_files(tmp_path: Path) -> None:
    text = "Y triangle-3 pass=on\nFirst: Ann\nSecond: Ben\nResult: Draw\n1.1 pass pass\n"
    file, store = tmp_path / "games.y", ("--store", str(tmp_path / "y.db"))
    file.write_text(f"{text}\nY triangle-3\nFirst: Ann\n1.1 9.9\n", encoding="utf-8")
    good, bad = objects("games", "check", str(file), code=1)[:2]
    assert (good["state"], good["plies"], good["error"]) == ("Draw", 3, None)
    assert "9.9 is occupied" in bad["error"]
    assert objects("games", "import", str(file), *store, code=1)[-1]["added"] == 1
    assert run("games", "show", "1", "--format", "ytext", *store) == text
    run("games", "export", str(tmp_path / "out.y"), "--result", "draw", *store)
    assert (tmp_path / "out.y").read_text("utf-8") == text
    nameless = "Y triangle-3\nFirst:\nSecond: Ben\n1.1 2.2\n"
    file.write_text(f"{nameless}\nY triangle-3\n1.1 {'9' * 5000}.1\n", encoding="utf-8")
    good, bad = objects("games", "check", str(file), code=1)[:2]
    assert (good["error"], good["plies"]) == (None, 2) and "not a move: '99999" in bad["error"]
    [tree] = read_text(nameless)
    assert format_game(tree, "ytext") == nameless


def test_its_environments() -> None:
    environment = OneSideEnv("y", variant="triangle-3", rules={"pass": "on"}, player=0)
    observation, _ = environment.reset(seed=1)
    assert observation["observation"].shape == (3, 3, 3) and observation["action_mask"].sum() == 7
    quietly(lambda: pettingzoo_api_test(env("y", variant="triangle-3"), num_cycles=20))
    layout = ENCODINGS.layout("cells", "triangle-3")
    encoder = ENCODINGS.encoder("planes", "triangle-3")
    position = GAME_OF_Y.parse_position("triangle-3 2.1 3.3")
    image = ENCODINGS.transform(position, 1)
    assert str(image.moves[0]) == "2.2"
    assert (encoder.transform(encoder.encode(position), 1) == encoder.encode(image)).all()
    assert (layout.mask(position)[layout.permutation(1)] == layout.mask(image)).all()
    moved = layout.transform_rows(layout.move_rows(position), 1)
    assert sorted(moved.ravel()) == sorted(layout.move_rows(image).ravel())


def test_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    file, store = tmp_path / "match.jsonl", ("--store", str(tmp_path / "y.db"))
    quick = ("--game", "y", "--variant", "triangle-3", "--nodes", "1", "--games", "2", "--seed", "3")
    assert "expected a name that ends in .jsonl" in complaint(
        "match", "random", "random", *quick, "--out", "y.pgn"
    )
    played = objects("match", "random", "random", *quick, "--out", str(file), *store)[-1]
    records = [GameRecord.from_json(line) for line in file.read_text("utf-8").splitlines()]
    assert [(game.game, game.variant, game.ending) for game in records] == [
        ("y", "triangle-3", Ending.NORMAL)
    ] * 2
    assert objects("games", "import", str(file), *store)[-1]["duplicates"] == 2
    won = [objects("games", "search", "--result", one, *store)[:-1] for one in _winners(records)]
    assert sum(map(len, won)) == 2
    review = ("review", str(file), "--game-number", "2", "--engine", f"{SCRIPTED}:Scripted", "--nodes", "1")
    assert "triangle-3" in run(*review, "--quiet")
    page = tmp_path / "y.html"
    run("report", played["match"], "--out", str(page))
    assert "triangle-3" in page.read_text("utf-8")


def _winners(records: list[GameRecord]) -> set[str]:
    return {GAME_OF_Y.players[game.winner or 0].lower() for game in records}


def test_it_is_kept_in_the_store(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "y.db"))
    record = GameRecord(
        game=GAME_OF_Y.name,
        variant="triangle-3",
        players=(PlayerRecord("Ann"), PlayerRecord("Ben")),
        moves=tuple(map(MoveRecord, ("2.1", "1.1", "3.2"))),
        winner=0,
        finished=True,
        ending=Ending.RESIGN,
    )
    journal = tmp_path / "y.jsonl"
    journal.write_text(json.dumps(record.to_json()), encoding="utf-8")
    for added in (1, 0):
        assert objects("games", "import", str(journal), *store)[-1]["added"] == added
    [found, _] = objects("games", "search", "--game", GAME_OF_Y.name, "--variant", "triangle-3", *store)
    assert found["players"] == ["Ann", "Ben"]
    assert objects("games", "stats", *store)[0]["positions"] == 0  # the game has no index
    assert "has no player White" in complaint("games", "edit", "1", "--white", "Zoë", *store)
    assert objects("games", "edit", "1", "--event", "Club", *store)[0]["changed"] == {"event": ["", "Club"]}
    assert objects("games", "crosstable", *store)[0]["name"] == "Ann"
    assert objects("games", "players", *store)[0]["game"] == GAME_OF_Y.name
    assert objects("games", "delete", "1", "--yes", *store) == [{"deleted": [1]}]
    assert objects("games", "restore", "1", *store)[0]["restored"] == [1]
    assert objects("games", "export", str(tmp_path / "out.jsonl"), *store)[0]["games"] == 1
    assert "expected one of ytext, json" in complaint("games", "show", "1", "--format", "pgn", *store)


def test_a_review_by_an_engine_that_reports_scores(tmp_path: Path) -> None:
    """Without a solver, an evaluation and a format for files there are still judgments."""
    players = (PlayerRecord("ann"), PlayerRecord("bob"))
    moves = tuple(map(MoveRecord, ("1.1", "2.1", "2.2", "3.1", "3.3")))
    record = GameRecord("y", "triangle-3", players, moves, None, False, Ending.UNKNOWN)
    journal = tmp_path / "games.jsonl"
    journal.write_text(json.dumps(record.to_json()) + "\n", encoding="utf-8")
    out = run("review", str(journal), "--engine", f"{SCRIPTED}:Scripted", "--nodes", "1", "--quiet")
    assert out.startswith("ann - bob  1-0\ntriangle-3, 5 plies; ") and "\n   5  3.3 " in out
    assert "is written" not in out and "points" not in out
    assert "y has no solver" in complaint("solve", "y", "--variant", "triangle-3")
    assert "y has no static evaluation" in complaint("eval", "y", "--variant", "triangle-3")
