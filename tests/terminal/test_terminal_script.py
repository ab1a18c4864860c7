"""The terminal game on a pipe: scripts play through and the exit code tells how it went."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.cli.terminal.keyboard import ScriptKeyboard
from hexapoda.cli.terminal.time_text import time_text
from hexapoda.clock import Clock
from hexapoda.hive import Position
from tests.cli.command_line import START, WON

DEADLINE = 60
MOVES = WON.split(";")[3:]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def play(home: Path, script: str, *arguments: str, code: int = 0, **environment: str) -> tuple[str, str]:
    """Play a script in this process; its stdout and stderr."""
    environment = {"HEXAPODA_HOME": str(home), **environment}
    result = CliRunner(env=environment).invoke(
        command_line("play"), ["play", *arguments], input=script, prog_name="hexapoda"
    )
    assert "Traceback" not in result.stderr and "internal error" not in result.stderr
    assert result.exit_code == code, (result.exit_code, result.stdout[-2000:], result.stderr)
    return result.stdout, result.stderr


def play_apart(
    home: Path, script: str, *arguments: str, code: int = 0, **environment: str
) -> tuple[str, str]:
    """Play a script in a process of its own, as `hexapoda play ... < script` does."""
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.app", "play", *arguments],
        input=script,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=DEADLINE,
        check=False,
        env={**os.environ, "HEXAPODA_HOME": str(home), **environment},
    )
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr
    assert done.returncode == code, (done.returncode, done.stdout[-2000:], done.stderr)
    return done.stdout, done.stderr


def script(moves: list[str]) -> str:
    return "\n".join(moves) + "\n"


def kept(home: Path) -> list[Path]:
    return sorted((home / "unfinished").glob("*.json"))


@pytest.mark.parametrize("player", [play, play_apart])
def test_a_script_plays_a_whole_game(home: Path, player: Callable[..., tuple[str, str]]) -> None:
    commented = "# a game\n\n" + "".join(f"{move}   # ply {ply}\n" for ply, move in enumerate(MOVES, 1))
    out, complaints = player(home, commented, "hive")
    assert complaints == ""
    assert "*** White wins: Black's queen is surrounded ***" in out
    assert out.count("White: wB1\n") == 1 and f"White 19> {MOVES[-1]}" in out
    assert "\x1b" not in out
    assert kept(home) == []


def test_a_script_in_the_other_notations(home: Path) -> None:
    position = Position("Base")
    lines = []
    for number, text in enumerate(MOVES):
        move = position.parse_move(text)
        lines.append(position.format_move(move, ("uhp", "contact", "compass")[number % 3]))
        position.push(move)
    assert "White wins" in play(home, script(lines), "hive")[0]


def test_a_script_that_quits_is_saved_and_resumed(home: Path) -> None:
    out, complaints = play_apart(home, script([*MOVES[:10], "quit"]), "hive")
    assert complaints == "" and "hexapoda play --resume" in out
    assert len(kept(home)) == 1
    out, _ = play(home, script(MOVES[10:]), "hive", "--resume")
    assert "resumed: Hive, two people, move 6, just now" in out and "White wins" in out
    assert kept(home) == []
    assert "no unfinished game" in play(home, "", "hive", "--resume", code=2)[1]


def test_a_script_that_fails_leaves_no_game_behind(home: Path) -> None:
    """It is no game that somebody wants to go on with; a game that it resumed stays."""
    assert "after 10 plies" in play(home, script(MOVES[:10]), "hive", code=1)[1]
    play(home, script([*MOVES[:3], "rubbish"]), "hive", code=2)
    assert kept(home) == []
    play(home, script([*MOVES[:10], "quit"]), "hive")
    play(home, script([*MOVES[10:12], "rubbish"]), "hive", "--resume", code=2)
    assert len(kept(home)) == 1


def test_resume_goes_with_new_players_but_not_with_another_game(home: Path) -> None:
    play(home, script([*MOVES[:10], "quit"]), "hive")
    for option in (["--variant", "Base"], ["--position", START], ["--rule", "opening=free"]):
        assert "--resume" in play(home, "", "hive", "--resume", *option, code=2)[1]
    out, _ = play(home, "quit\n", "hive", "--resume", "--black", "random", "--seed", "4")
    assert "Black: random" in out and "White: human" in out


def test_a_game_goes_on_when_an_engine_or_the_file_is_broken(home: Path) -> None:
    play(home, "wB1\nquit\n", "hive", "--black", "greedy:seed=1")
    (file,) = kept(home)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"greedy:seed=1"', '"gone"'), encoding="utf-8")
    assert "no hive engine is called 'gone'" in play(home, "", "hive", "--resume", code=2)[1]
    assert "Black: random" in play(home, "quit\n", "hive", "--resume", "--black", "random")[0]
    for damaged in (text.replace("wB1", "wB2", 1), text.replace('"moves": [', '"moves": [{"move": "x"},')):
        file.write_text(damaged, encoding="utf-8")
        assert str(file) in play(home, "", "hive", "--resume", code=2)[1]
    file.write_text("{", encoding="utf-8")
    assert "no unfinished game" in play(home, "", "hive", "--resume", code=2)[1]


def test_quit_ends_a_script_well(home: Path) -> None:
    assert "the game is saved" in play(home, script([*MOVES[:4], "quit", "rubbish"]), "hive")[0]
    assert "the game is saved" not in play(home, "quit\n", "hive")[0]


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        (["wS1", "bS1 wS1-", "wA1 bS1-"], 1, "line 3: wA1 bS1-: "),
        (["wQ"], 1, "line 1: wQ: "),
        (["pass"], 1, "line 1: pass: "),
        (["# nothing", "", "wibble"], 2, "line 3: wibble: 'wibble' is not a move"),
        (["udno"], 2, "did you mean 'undo'?"),
        (["undo"], 2, "there is no move to undo"),
        (["wS1", "undo 2"], 2, "only 1 move can be undone"),
        (["wS1", "redo"], 2, "there is no move to redo"),
        (["wS1", "draw", "draw"], 2, "the game is over"),
        (["back"], 2, "the beginning of the game"),
        (["wS1", "undo two"], 2, "cannot undo 'two'"),
        (["wS1", f"undo {'9' * 5000}"], 2, "cannot undo '999"),
        ([f"load nowhere.txt {'9' * 5000}"], 2, "cannot read"),
        (["7"], 2, "type moves"),
        (["moves wS1", "7"], 2, "a number from 1 to 1"),
        (["moves wX1"], 2, "'wX1' is not a piece"),
        (["why"], 2, "expected a move after"),
        (["save"], 2, "expected a file name"),
        (["load nowhere.txt"], 2, "cannot read 'nowhere.txt'"),
        (["notation morse"], 2, "uhp, contact, compass"),
        ([*MOVES, "wS1"], 1, "the game is over"),
        ([*MOVES, "resign"], 2, "the game is over"),
        ([*MOVES, "hint"], 2, "the game is over"),
    ],
)
def test_a_line_that_cannot_be_followed_ends_the_script(
    home: Path, lines: list[str], code: int, words: str
) -> None:
    _, complaints = play(home, script(lines), "hive", code=code)
    assert words in complaints and complaints.count("\n") == 1


def test_questions_are_answered(home: Path) -> None:
    lines = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/"]
    lines += ["moves", "moves wQ", "moves wS1", "why wS1 bS1-", "why wA1 -wQ", "why bogus1", "quit"]
    out, complaints = play(home, script([*lines[:-2], "quit"]), "hive")
    assert complaints == ""
    assert "wQ (2)" in out and "moves PIECE" not in out.split("wQ (2)")[0]
    assert "| 1 |" in out  # marked on the board
    assert "moving the white spider (wS1) would split the hive" in out
    assert "!wQ !" in out  # what would be cut off
    assert "wA1 -wQ is legal" in out
    assert "bogus1" in play(home, script(lines), "hive", code=2)[1]


def test_only_of_a_legal_move_it_is_said_what_it_does(home: Path) -> None:
    """A refusal that names the only other move of the piece says nothing of that one."""
    lines = ["wB1", "bP wB1/", "wQ wB1\\", "bG1 \\bP", "wG1 wQ\\", "bS1 bP-", "why wG1 -bS1"]
    out, _ = play(home, script([*lines, "quit"]), "hive", "--variant", "Base+P")
    assert (
        "the white grasshopper (wG1) cannot go to the cell of the black pillbug" in out
        and "After wG1" not in out
    )
    out, _ = play(home, script([*lines, "why wG1 /bG1", "quit"]), "hive", "--variant", "Base+P")
    assert "wG1 /bG1 is legal" in out and "After wG1 /bG1: " in out


def test_a_move_is_chosen_by_its_number(home: Path) -> None:
    lines = ["wS1", "bS1 wS1-", "moves wQ", "2", "moves", "1", "1", "hint", "1", "why bA1 bS1-", "1"]
    out, _ = play(home, script([*lines, "history", "quit"]), "hive")
    assert "  2. wQ -wS1" in out
    assert out.count("bQ ") and "hint: 1 " in out
    played = out[out.rindex("  1. wS1") :].splitlines()
    assert [len(line.split()) for line in played[:3]] == [4, 5, 5]
    everything, _ = play(home, script(["moves all", "3", "history", "quit"]), "hive")
    assert "4 moves: type a number" in everything and "  1. wG1" in everything


def test_undo_takes_back_the_answer_too(home: Path) -> None:
    lines = script(["wS1", "undo", "history", "quit"])
    out, _ = play(home, lines, "hive", "--black", "greedy", "--seed", "1")
    assert "2 moves undone" in out and "no move has been played" in out
    out, _ = play(home, script(["wS1", "undo", "wA1", "history", "quit"]), "hive")
    assert "1 move undone" in out and "1. wA1" in out
    out, _ = play(home, script([*MOVES[:4], "undo 3", "history", "quit"]), "hive")
    assert "3 moves undone" in out
    assert "no move to undo" in play(home, "undo\n", "hive", "--white", "random", code=2)[1]


def test_a_pass_is_asked_for_and_played(home: Path) -> None:
    buried = "Base White[3] - wQ@0,0 bQ@1,0 bB1@0,0^1"
    out, _ = play(home, "moves\npass\nquit\n", "hive", "--position", buried)
    assert "you can only pass" in out and "White: pass" in out and "Black 3> quit" in out


def test_resigning_ends_the_game_and_can_be_taken_back(home: Path) -> None:
    out, _ = play(home, "wS1\nresign\n", "hive")
    assert "*** White wins: Black resigns ***" in out
    assert kept(home) == []
    out, _ = play(home, "wS1\nresign\nundo\nbS1 wS1-\nquit\n", "hive")
    assert "the resignation is undone" in out and "Black: bS1 wS1-" in out


@pytest.mark.parametrize("ending", ["txt", "pgn", "json"])
def test_save_and_load(home: Path, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"a game.{ending}"
    play(home, script([*MOVES[:20], f"save {file}", "quit"]), "hive")
    out, _ = play(home, script([f"load {file}", *MOVES[20:]]), "hive")
    assert "the game is loaded: 20 moves" in out and "White wins" in out
    file.write_text("rubbish", encoding="utf-8")
    play(home, f"load {file}\n", "hive", code=2)
    assert "is not a file name" in play(home, f"save {tmp_path}/a\x00\n", "hive", code=2)[1]


def test_load_takes_one_game_of_many(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(WON + "\n" + START + "\n", encoding="utf-8")
    out, _ = play(home, f"load {file} 2\nhistory\nquit\n", "hive")
    assert "game 2 of 2 is loaded: 4 moves" in out and "Base+MLP" in out
    assert "contains 2 games" in play(home, f"load {file} 3\n", "hive", code=2)[1]


def test_a_game_from_a_position_is_saved_whole(home: Path, tmp_path: Path) -> None:
    position = "Base White[3] - wQ@0,0 bQ@1,0 bS1@2,0 wS1@-1,0"
    out, _ = play(home, f"save {tmp_path}/a.json\nquit\n", "hive", "--position", position)
    assert "saved as" in out
    assert ".json" in play(home, f"save {tmp_path}/a.txt\n", "hive", "--position", position, code=2)[1]
    out, _ = play(home, f"load {tmp_path}/a.json\nquit\n", "hive")
    assert "|wS1|wQ |bQ |bS1|" in out


def test_save_says_why_it_cannot(home: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot write" in play(home, f"save {tmp_path}/file/x.txt\n", "hive", code=2)[1]


def test_engines_play_each_other_the_same_way_again(home: Path) -> None:
    arguments = [
        "hive",
        "--white",
        "random",
        "--black",
        "greedy",
        "--variant",
        "Base+MLP",
        "--seed",
        "7",
        "--delay",
        "0",
    ]
    first, _ = play(home, "", *arguments)
    assert "***" in first and "Black: greedy" in first and "Hive Base+MLP" in first
    assert play(home, "", *arguments)[0] == first
    other = play(home, "", *arguments[:-3], "8", "--delay", "0")[0]
    assert other != first


def test_the_rules_can_be_switched(home: Path) -> None:
    assert "White: wQ" in play(home, "wQ\nquit\n", "hive", "--rule", "opening=free")[0]
    out, _ = play(home, "quit\n", "hive", "--rule", "repetition=off", "--rule", "opening=free")
    assert "free opening   no repetition draw" in out


def test_moves_are_written_in_the_notation_asked_for(home: Path) -> None:
    out, _ = play(home, "wS1\nbS1 wS1-\nhistory\nquit\n", "hive", "--notation", "contact")
    assert "Black: bS1*|wS1" in out and "  1. wS1           bS1*|wS1" in out
    out, _ = play(home, "notation compass\nwhy ws1\nquit\n", "hive")
    assert "ws1 is legal" in out
    out, _ = play(home, "wS1\nnotation compass\nbs1 SE ws1\nquit\n", "hive")
    assert "Black: bs1 SE ws1" in out


def test_json_prints_an_object_a_move_and_the_result_last(home: Path) -> None:
    out, complaints = play(home, script(MOVES), "hive", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert complaints == "" and len(rows) == len(MOVES) + 1
    assert rows[0] == {
        "ply": 1, "player": "White", "by": "human", "move": "wB1", "piece": "wB1", "from": None, "to": [0, 0],
        "kind": "place",
    }  # fmt: skip
    assert [row["move"] for row in rows[:-1]] == MOVES
    last = rows[-1]
    assert (last["result"], last["winner"], last["plies"], last["game"]) == ("WhiteWins", "White", 37, WON)
    out, _ = play(home, script(MOVES[:3]), "hive", "--json", code=1)
    assert json.loads(out.splitlines()[-1])["result"] == "InProgress"


def test_the_time_for_a_move_reaches_the_engine(home: Path, tmp_path: Path) -> None:
    bot = tmp_path / "clock.py"
    bot.write_text(
        "from pathlib import Path\n"
        "from hexapoda.engine import Engine, SearchInfo, SearchResult\n"
        "class Clock(Engine):\n"
        "    name = 'clock'\n"
        "    def search(self, position, limit, on_info=None):\n"
        "        Path(__file__ + '.txt').write_text(str(limit.time))\n"
        "        move = position.legal_moves[0]\n"
        "        return SearchResult(move, SearchInfo(0, 1, 0.0, (move,)))\n",
        encoding="utf-8",
    )
    play(home, "quit\n", "hive", "--white", f"{bot}:Clock", "--time", "0.25")
    assert Path(f"{bot}.txt").read_text(encoding="utf-8") == "0.25"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise RuntimeError('no idea')", "no idea"),
        ("return None", "returned None"),
        ("return SearchResult('nonsense')", "chose 'nonsense', which is not a legal move"),
        ("return SearchResult(PASS)", "chose Move(pass), which is not a legal move"),
    ],
)
def test_an_engine_that_fails_is_named_and_the_game_is_kept(
    home: Path, tmp_path: Path, body: str, words: str
) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(
        "from hexapoda.engine import Engine, SearchResult\n"
        "from hexapoda.hive import PASS\n"
        "class Broken(Engine):\n"
        "    name = 'broken'\n"
        "    def search(self, position, limit, on_info=None):\n"
        f"        {body}\n",
        encoding="utf-8",
    )
    out, complaints = play(home, "wS1\n", "hive", "--black", f"{bot}:Broken", code=2)
    assert "'broken'" in complaints and words in complaints
    assert "hexapoda play --resume" in out and len(kept(home)) == 1


def test_a_folder_that_cannot_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    out, _ = play(tmp_path / "file", script([*MOVES[:3], "quit"]), "hive")
    assert "this game cannot be saved" in out and "Black 2> quit" in out


def test_a_dumb_terminal_and_no_game_word(home: Path) -> None:
    out, _ = play_apart(home, "quit\n", TERM="dumb")
    assert "White 1> quit" in out and "\x1b" not in out


def test_stdin_cannot_be_position_and_moves(home: Path) -> None:
    assert "stdin" in play(home, START, "hive", "--position", "-", code=2)[1]


WORDS = ("moves", "why", "undo", "hint", "history", "notation", "resign", "pass", "board", "help", "1", "wS1")


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.one_of(st.sampled_from(MOVES), st.text(max_size=20), st.sampled_from(WORDS)).flatmap(
            lambda word: st.sampled_from(WORDS).map(lambda first: f"{first} {word}") | st.just(word)
        ),
        max_size=12,
    )
)
def test_no_line_brings_the_game_down(tmp_path: Path, lines: list[str]) -> None:
    result = CliRunner(env={"HEXAPODA_HOME": str(tmp_path / "home")}).invoke(
        command_line("play"),
        ["play", "hive", "--time", "0.01"],
        input=script(lines).encode("utf-8", "surrogatepass"),
        prog_name="hexapoda",
    )
    assert result.exit_code in {0, 1, 2}
    assert "internal error" not in result.stderr and "Traceback" not in result.output


@pytest.mark.parametrize("name", ["game.txt", "game.pgn", "game.json"])
def test_a_script_replaces_no_file_and_makes_no_folder(home: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("precious", encoding="utf-8")
    _, err = play(home, f"wS1\nsave {file}\n", "hive", code=2)
    assert "already exists: choose another name" in err and "--force" not in err
    assert file.read_text(encoding="utf-8") == "precious"
    _, err = play(home, f"save {tmp_path}/no/where/{name}\n", "hive", code=2)
    assert "there is no such folder" in err and not (tmp_path / "no").exists()


def test_a_saved_pgn_has_no_empty_tags(home: Path, tmp_path: Path) -> None:
    play(home, f"wS1\nbS1 wS1-\nsave {tmp_path}/game.pgn\nquit\n", "hive")
    text = (tmp_path / "game.pgn").read_text(encoding="utf-8")
    assert '""' not in text and '[White "human"]' in text


def test_clocks_are_shown_saved_and_resumed(home: Path) -> None:
    out, _ = play(home, "wS1\nbS1 wS1-\nquit\n", "hive", "--clock", "3000+6000")
    assert re.search(r"White: human (50:00|49:\d\d)   Black: human (50:00|49:\d\d)   turn 1", out), out
    assert len(kept(home)) == 1
    out, _ = play(home, "quit\n", "hive", "--resume")
    assert re.search(r"White: human 1[45]\d:\d\d   Black: human 1[45]\d:\d\d   turn 2", out), out
    assert "--clock" in play(home, "", "hive", "--resume", "--clock", "60", code=2)[1]
    for text, message in (
        ("5m", "'5m' is not a clock: expected BASE+INCREMENT"),
        ("0+1", "of a clock must be"),
    ):
        assert message in play(home, "", "hive", "--clock", text, code=2)[1]
    assert "human 0" not in play(home, "quit\n", "hive")[0], "no clock without --clock"


@pytest.mark.parametrize("word", ["", "undo", "redo"])
def test_who_runs_out_of_time_while_typing_loses(
    home: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    ask = ScriptKeyboard.ask

    def slowly(self: ScriptKeyboard, prompt: str) -> str:
        line = ask(self, prompt)
        if line == "bS1 wS1-":
            monkeypatch.setattr(Clock, "flagged", lambda self: 1)
        return line

    monkeypatch.setattr(ScriptKeyboard, "ask", slowly)
    lines = ["wS1", "bS1 wS1-"]
    if word:
        _, complaints = play(home, script([*lines, word]), "hive", "--clock", "300+5", code=2)
        assert "a loss on time cannot be undone" in complaints
        return
    out, complaints = play(home, script(lines), "hive", "--clock", "300+5")
    assert "*** White wins: Black is out of time ***" in out and complaints == ""
    assert "Black: bS1 wS1-" not in out, "the move came too late"
    assert kept(home) == []


def test_a_loss_on_time_as_json(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clock, "flagged", lambda self: 0)
    out, _ = play(home, "", "hive", "--clock", "300+5", "--json")
    last = json.loads(out.splitlines()[-1])
    assert (last["result"], last["reason"], last["plies"]) == ("BlackWins", "White is out of time", 0)


def test_a_rematch_has_the_same_clocks(home: Path) -> None:
    out, _ = play(home, "wS1\nresign\nrematch\nquit\n", "hive", "--clock", "3000+6000")
    *_, again = re.findall(r"White: human (\S+)   Black: human (\S+)   turn 1", out)
    assert all(re.fullmatch(r"50:00|49:\d\d", text) for text in again), again


def test_an_engine_plays_by_the_clock(home: Path) -> None:
    out, _ = play(home, "wS1\nquit\n", "hive", "--clock", "60+1", "--black", "random", "--seed", "1")
    assert "Black (random): " in out and re.search(r"Black: random (01:00|01:01|00:5\d)", out), out


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(300, "05:00"), (298.2, "04:59"), (20, "00:20"), (19.9, "00:19.9"), (0.01, "00:00.1"), (0, "00:00.0"),
     (5400, "90:00")],
)  # fmt: skip
def test_time_left_as_text(seconds: float, text: str) -> None:
    assert time_text(seconds) == text
