"""Engines at the terminal: hints with their reasons, levels, what is shown meanwhile, and how it ends."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

import pytest

from hexapoda import registry
from hexapoda.cli.terminal import waiting
from hexapoda.cli.terminal.hint import hint_answer
from hexapoda.cli.terminal.waiting import wait_for
from hexapoda.engine import Limit, SearchInfo, SearchResult
from hexapoda.errors import EngineStalled
from hexapoda.games.answer import Answer
from hexapoda.hex import Position as HexPosition
from hexapoda.hex.game import HEX
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from hexapoda.hive.text.line import read_line
from hexapoda.host import engine_host, running_search
from hexapoda.play import Advice, Advisor, advisor
from tests.cli.command_line import START, WON
from tests.fakes.thinker import Thinker
from tests.terminal.emulator import Emulator
from tests.terminal.test_terminal_screen import HUMANS
from tests.terminal.test_terminal_script import play, script

THINKER = f"{Path(__file__).parents[1] / 'fakes' / 'thinker.py'}:Thinker"
ONE_FROM_THE_END = WON.rpartition(";")[0].replace("WhiteWins;Black[19]", "InProgress;White[19]")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def info(rank: int, score: float, pv: tuple[object, ...]) -> SearchInfo:
    return SearchInfo(4, 9, 0.1, pv, score=score, multipv=rank)


def words(
    position: Position, result: SearchResult, lines: list[SearchInfo], notation: str, width: int
) -> Answer:
    return hint_answer(HIVE.dialogue(notation), position, Advice(result, tuple(lines)), width)


def test_a_hint_has_moves_a_reason_and_a_line() -> None:
    position = Position.from_game_string(START)
    best = read_line(position, ["wA1 wQ/", "bA1 bQ\\", "wA2 -wQ", "bA1 -wA2"])
    other = read_line(position, ["wA1 wQ\\", "bA1 bQ/"])
    lines = [info(1, 34, best), info(2, 20, other)]
    answer = words(position, SearchResult(best[0], lines[0]), lines, "uhp", 79)
    assert answer.choices == (best[0], other[0])
    assert answer.marks == {best[0].to: "1", other[0].to: "2"}
    moves, why, line = answer.lines
    assert moves == "hint: 1 wA1 \\wS1 (+34)  2 wA1 wQ\\ (+20)", "its words are too long"
    assert why == "1: After wA1 \\wS1: 2 of your pieces can move; before, 1."
    assert line == "line: 3. wA1 \\wS1, bA1 bQ\\  4. wA2 -wQ, bA1 -wA2"


@pytest.mark.parametrize("width", [100, None])
def test_a_hint_says_its_move_as_players_do(width: int | None) -> None:
    position = Position.from_game_string(START)
    best, other = (read_line(position, [text]) for text in ("wA1 -wQ", "wA1 wQ\\"))
    lines = [info(1, 34, best), info(2, 20, other)]
    answer = hint_answer(
        HIVE.dialogue("uhp"), position, Advice(SearchResult(best[0], lines[0]), tuple(lines)), width
    )
    said = "hint: 1 the white ant (wA1) on the cell left of the white queen (wA1 -wQ, +34)"
    assert answer.lines[0] == said + "  2 wA1 wQ\\ (+20)"


def test_a_hint_lists_the_cells_that_its_reason_calls_marked() -> None:
    position = HexPosition.from_text("6x6 to-move=white black=c2,c4 white=f1")
    move = position.parse_move("c3")
    known = SearchInfo(1, 9, 0.1, (move,), score=0.6)
    advice = Advice(SearchResult(move, known), (known,))
    answer = hint_answer(HEX.dialogue(), position, advice, None)
    assert "apart in the marked cells" in answer.lines[1]
    assert answer.lines[0].startswith("hint: 1 c3 (") and answer.lines[0].count("c3") == 1
    assert answer.lines[2] == "marked: c3"


def test_a_hint_fits_into_its_lines() -> None:
    position = Position.from_game_string(START)
    best = read_line(position, ["wA1 wQ/", "bA1 bQ\\", "wA2 -wQ", "bA1 -wA2"])
    lines = [info(1, 34, best)]
    other = read_line(position, ["wA1 wQ\\"])
    narrow = words(position, SearchResult(best[0], lines[0]), [*lines, info(2, 2, other)], "uhp", 30)
    assert narrow.lines[0] == "hint: 1 wA1 \\wS1 (+34)" and len(narrow.choices) == len(narrow.marks) == 2
    for width in (30, 45):
        answer = words(position, SearchResult(best[0], lines[0]), lines, "uhp", width)
        assert len(answer.lines[-1]) <= width
        assert answer.lines[-1].endswith(" ...") and not answer.lines[-1].endswith(", ...")


def test_a_hint_about_what_is_proven_and_about_a_move_of_which_nothing_is_known() -> None:
    position = Position.from_game_string(ONE_FROM_THE_END)
    (win,) = read_line(position, ["wG2 bQ\\"])
    known = SearchInfo(1, 9, 0.1, (win,), win_in=1)
    answer = words(position, SearchResult(win, known), [known], "contact", 79)
    assert answer.lines == (
        f"hint: 1 {position.format_move(win, 'contact')} (proven win in 1 ply)",
        "1: Wins at once.",
    )
    move = position.legal_moves[0]
    answer = words(position, SearchResult(move, known), [], "uhp", 79)
    assert answer.choices == (move,) and "proven" not in answer.lines[0]


def test_hint_in_a_game(home: Path) -> None:
    out, _ = play(home, "hint\n1\n", "hive", "--position", ONE_FROM_THE_END)
    said = r"^hint: 1 the white grasshopper \(wG[23]\) on the cell right of the white ant \(wA2\) "
    assert re.search(said + r"\(wG[23] bQ\\, proven win in 1 ply\)", out, re.MULTILINE)
    assert "\n1: Wins at once.\n" in out and "*** White wins" in out
    for wrong in ("0", "601", "-1", "soon", "1.5"):
        _, complaints = play(home, f"hint {wrong}\n", "hive", code=2)
        assert f"hint '{wrong}': expected seconds to think, 1 to 600" in complaints


def test_a_hint_takes_a_second_unless_it_is_told_otherwise(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    begin = Advisor.begin

    def noted(self: Advisor, position: Position, seconds: float) -> object:
        asked.append(seconds)
        return begin(self, position, 0.0)

    monkeypatch.setattr(Advisor, "begin", noted)
    play(home, "hint\nhint 20\nquit\n", "hive")
    play(home, "hint\nquit\n", "hive", "--time", "0.25")
    assert asked == [1.0, 20, 0.25]


def test_an_engine_that_gives_no_hint_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisor, "ANSWER_GRACE", 0.05)
    monkeypatch.setattr(waiting, "_TICK", 0.01)
    monkeypatch.setattr(running_search, "STOP_GRACE", 0.0)
    monkeypatch.setattr(engine_host, "STOP_GRACE", 0.0)
    for values, reports in (("deaf=true", True), ("deaf=true,mute=true", False)):
        monkeypatch.setattr(registry, "default_engine", lambda game, text=f"{THINKER}:{values}": text)
        monkeypatch.setattr(Limit, "__post_init__", lambda limit: object.__setattr__(limit, "time", 0.6))
        asking = Advisor("hive")
        hint = asking.begin(Position(), 0.0)
        wait_for(hint.search, lambda state: None, functools.partial(getattr, hint, "overdue"))
        if reports:
            advice = hint.advice()
            assert advice.result.move == Position().legal_moves[0] and len(advice.lines) == 3
        else:
            with pytest.raises(EngineStalled, match="ignores the stop"):
                hint.advice()
        asking.close()


def test_ctrl_c_takes_the_best_hint_so_far(home: Path) -> None:
    with Emulator([*HUMANS, "--position", START], home) as terminal:
        terminal.prompted("White 3> ")
        terminal.type("hint 600")
        deep = re.compile("searching for a hint, depth ([3-9]|[1-9][0-9])")  # its line has more than one move
        terminal.wait(lambda self: deep.search(self.text) is not None, "depth 3")
        assert "Ctrl+C stops with the best so far" in terminal.text
        terminal.process.sendcontrol("c")
        terminal.see("hint: 1 ")
        terminal.prompted("White 3> ")
        row = next(at for at, line in enumerate(terminal.lines) if line.startswith("hint: 1 "))
        below = [line for line in terminal.lines[row + 1 : row + 3] if not line.startswith("1: ")]
        assert below[0].startswith("line: 3. w")
        assert all(len(line) < 80 for line in terminal.lines)
        terminal.type("marks")
        terminal.see("1: the cell")  # how many moves there are depends on the depth
        terminal.type("2", "Black 3> ")
        assert terminal.quit() == 0


def test_what_an_engine_has_come_to_is_shown_and_ctrl_c_leaves(home: Path) -> None:
    arguments = ["play", "hive", "--white", THINKER, "--time", "600"]
    with Emulator(arguments, home, columns=100) as terminal:
        terminal.see("White, thinker, is thinking, depth ")
        terminal.process.sendcontrol("c")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text


def test_engines_are_closed_when_the_game_is_left(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    monkeypatch.setattr(Thinker, "close", lambda self: closed.append(self))
    folder = home.parent / "bots"
    folder.mkdir()
    (folder / "same.py").write_text("from tests.fakes.thinker import Thinker as Same\n", encoding="utf-8")
    monkeypatch.setattr(registry, "default_engine", lambda game: f"{folder / 'same.py'}:Same")
    bot = f"{folder / 'same.py'}:Same"
    play(home, "hint\nquit\n", "hive", "--black", bot, "--time", "0.01")
    assert len(closed) == 2  # the opponent and the one who gave the hint
    play(home, "wS1\nnew\nquit\n", "hive", "--black", bot, "--time", "0.01")
    assert len(closed) == 4  # each game has one of its own
    play(home, "wS1\nrubbish\n", "hive", "--black", bot, "--time", "0.01", code=2)
    assert len(closed) == 5


@pytest.mark.parametrize(
    ("arguments", "white", "black"),
    [
        ([], "human", "alphabeta level 2"),
        (["--white", "human"], "human", "alphabeta level 2"),
        (["--black", "human"], "alphabeta level 2", "human"),
        (["--black", "alphabeta:style=aggressive"], "human", "alphabeta level 2"),
        (["--white", "alphabeta", "--black", "alphabeta"], "alphabeta level 2", "alphabeta level 2"),
    ],
)
def test_a_level_is_that_of_the_engines(home: Path, arguments: list[str], white: str, black: str) -> None:
    if white == black:  # they would play their game to its end
        arguments = [*arguments, "--position", WON]
    out, _ = play(home, "quit\n", "hive", "--level", "2", *arguments)
    assert f"White: {white}   Black: {black}" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--white", "human", "--black", "human"], "both players are human"),
        (["--black", "greedy"], "engine 'greedy' has no option 'level'"),
        (["--black", "alphabeta:level=4"], "--level and 'alphabeta:level=4' both set 'level'"),
        (["--resume"], "--variant, --position, --rule, --level and --clock cannot be given"),
    ],
)
def test_levels_that_nobody_has(home: Path, arguments: list[str], words: str) -> None:
    assert words in play(home, "quit\n", "hive", "--level", "3", *arguments, code=2)[1]
    assert "9, 9.25, 9.5, 9.75, 10, not 0" in play(home, "quit\n", "hive", "--level", "0", code=2)[1]


def test_a_game_at_a_level_is_gone_on_with_at_that_level(home: Path) -> None:
    play(home, script(["wS1", "quit"]), "hive", "--level", "1", "--seed", "5")
    (file,) = (home / "unfinished").glob("*.json")
    assert json.loads(file.read_text(encoding="utf-8"))["players"][1]["engine"] == "alphabeta:level=1,seed=5"
    out, _ = play(home, "quit\n", "hive", "--resume")
    assert "Black: alphabeta level 1" in out


def test_an_engine_that_ponders_is_no_trouble(home: Path) -> None:
    out, _ = play(
        home,
        script(["wS1", "hint", "undo", "wA1", "new", "wB1", "quit"]),
        "hive",
        *("--black", "alphabeta:ponder=true", "--time", "0.05"),
    )
    assert out.count("\nBlack (alphabeta): b") == 3 and "hint: 1 the white" in out
