"""Games of Hex as sites write them: diagrams of HexWiki, Abstract Play, Board Game Arena, PlayHex."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import HexapodaError
from hexapoda.hex.game import HEX
from hexapoda.record import Ending, Mark, ReadGame, scan_text
from hexapoda.record.reading import sniff

HEXWIKI = """== Ladders ==
<hexboard size="5x4"
   coords="hide"
   contents="R b2 1:d1 b4 B 2:c3 a1 E *:e1 S e2 Q b3" />
"""
RECORD: dict[str, Any] = {
    "header": {
        "game": {"name": "Hex", "variants": ["11x11 board"]},
        "event": "Autumn cup",
        "round": "2",
        "site": {"name": "Abstract Play", "gameid": "ab-12"},
        "date-start": "2025-03-04T10:00:00.000Z",
        "players": [
            {"name": "Ada", "userid": "1", "result": 0},
            {"name": "Ben", "userid": "2", "result": 1},
        ],
    },
    "moves": [["a3", "f6"], ["c4", {"move": "d5", "comments": []}], ["e1", None]],
}
STATE: dict[str, Any] = {
    "game": "hex",
    "numplayers": 2,
    "variants": [],
    "gameover": True,
    "winner": [2],
    "stack": [
        {"_results": [], "_timestamp": "2025-03-04T10:00:00.000Z", "currplayer": 1},
        {"_results": [{"type": "place", "where": "a3"}], "lastmove": "a3"},
        {"_results": [{"type": "place", "where": "m13"}], "currplayer": 1},
    ],
}


def event(kind: str, player: int = 0, **args: Any) -> dict[str, Any]:
    named = {"player_id": str(player), "player_name": f"Player {player}"} if player else {}
    return {"uid": "x", "type": kind, "log": "", "args": {**named, **args}}


LOG = [
    {"move_id": "1", "time": "1700000000", "data": [event("message", size="5x5", red="20")]},
    {"move_id": "2", "time": "1700000009", "data": [event("playToken", 20, coord="A3"), event("clock", 20)]},
    {"move_id": "3", "time": "1700000019", "data": [event("swapPieces", 10)]},
    {"move_id": "4", "time": "1700000029", "data": [event("playToken", 20, coord="b2")]},
    {"move_id": "5", "time": "1700000039", "data": [event("playToken", 20, coord="b3")]},
    {"move_id": "6", "time": "1700000049", "data": [event("playerConcedeGame", 20)]},
]


def read(text: str) -> ReadGame:
    [found] = scan_text(text, game="hex")
    found.checked()
    return found


def game(found: ReadGame) -> str:
    texts = [node.text for node in found.tree.main_line()]
    return " ".join([found.tree.start.text(), *texts])


def names(found: ReadGame) -> list[str]:
    return [player.name for player in found.tree.header.players]


def test_a_diagram_of_hexwiki() -> None:
    found = read(HEXWIKI)
    assert (found.report.format, found.report.line) == ("hexwiki", 2)
    assert game(found) == "5x4 black=b2,b4 white=a1 to-move=black d1 c3"
    last = [found.tree.root, *found.tree.main_line()][-1]
    assert last.marks == [Mark("label", ("e1",), text="*")]
    assert game(read('<hexboard size="3x3" contents="R 1:a1 B 2:b2 R 3:c3"/>')) == "3x3 a1 b2 c3"
    assert game(read("<hexboard size='3x3' contents='B a1' />")) == "3x3 white=a1"
    [bad] = scan_text('<hexboard size="40x3" contents="" />', game="hex")
    assert bad.error is not None and "'40x3' is not a board" in str(bad.error)


def test_a_record_of_abstract_play() -> None:
    found = read(json.dumps(RECORD))
    header = found.tree.header
    assert (found.report.format, game(found)) == ("abstract-play", "11x11 a3 f6 c4 d5 e1")
    assert (names(found), header.winner, header.date[:10], header.event) == (
        ["Ada", "Ben"],
        1,
        "2025-03-04",
        "Autumn cup",
    )
    assert dict(header.tags) == {"Site": "Abstract Play", "GameId": "ab-12", "Round": "2"}
    swapped = json.loads(json.dumps(RECORD))
    swapped["header"]["pie-invoked"] = True
    found = read(json.dumps([swapped], indent=1))
    assert game(found) == "11x11 swap=sides a3 swap-sides f6 c4 d5 e1"
    # The one who swapped took the seat of the player who began.
    assert (names(found), found.tree.header.winner) == (["Ben", "Ada"], 0)


def test_a_state_of_abstract_play() -> None:
    found = read(json.dumps(STATE))
    assert game(found) == "13x13 a3 m13"
    assert (found.tree.header.winner, found.tree.header.ending) == (1, Ending.UNKNOWN)
    going_on = read(json.dumps({**STATE, "gameover": False, "winner": []}))
    assert not going_on.tree.header.finished


@pytest.mark.parametrize("value", [LOG, {"status": 1, "data": LOG}, {"status": 1, "data": {"logs": LOG}}])
def test_a_log_of_board_game_arena(value: Any) -> None:
    found = read(json.dumps(value))
    header = found.tree.header
    assert (found.report.format, header.variant, header.date) == ("bga", "5x5", "2023-11-14")
    assert game(found) == "5x5 swap=pieces a3 swap-pieces b2 pass b3"
    assert [repair.kind for repair in found.tree.repairs] == ["inserted"]
    assert (names(found), header.winner, header.ending) == (["Player 20", "Player 10"], 1, Ending.RESIGN)


def test_a_log_of_board_game_arena_may_name_who_concedes() -> None:
    def conceding(**args: Any) -> ReadGame:
        last = {"data": [{"type": "playerConcedeGame", "args": args}]}
        [found] = scan_text(json.dumps([*LOG[:-1], last]), game="hex")
        return found

    for number, winner in ((20, 1), (10, 0)):
        assert conceding(player_name=f"Player {number}").tree.header.winner == winner
        named = conceding(player_id=None, player_name=f"Player {number}")
        assert named.tree.header.winner == winner
    for unknown in (conceding(), conceding(player_name="Cy")):  # the game has no result then
        assert unknown.error is None and not unknown.tree.header.finished
    third = conceding(player_id="30", player_name="Cy")
    assert str(third.error).endswith("the log has a third player, 'Cy'")


def test_a_log_of_board_game_arena_is_read_up_to_a_third_player() -> None:
    [found] = scan_text("Ada plays at a3\nBen plays at b2\nCy plays at c1\nAda plays at b3\n", game="hex")
    assert str(found.error).endswith("the log has a third player, 'Cy'")
    assert game(found).endswith(" a3 b2") and names(found) == ["Ada", "Ben"]


def test_a_log_of_board_game_arena_that_is_cut_off() -> None:
    text = json.dumps({"data": {"logs": LOG}})
    [found] = scan_text(text[: text.index("playerConcede")], game="hex")
    assert found.error is not None and "is cut off: expected a whole action" in str(found.error)
    assert game(found) == "5x5 swap=pieces a3 swap-pieces b2 pass b3" and not found.tree.header.finished


def test_a_board_that_does_not_exist_is_dropped() -> None:
    found = read(json.dumps([event("message", size="99x99"), event("playToken", 20, coord="a3")]))
    [repair] = found.tree.repairs
    assert (repair.kind, game(found)) == ("dropped", "11x11 a3") and "unknown board '99x99'" in repair.text


def test_a_log_of_board_game_arena_as_text() -> None:
    found = read("You are playing Hex 5x5\nAda plays at c3\nBen swaps\nAda plays at d2\nBen resigns\n")
    assert game(found) == "5x5 swap=pieces c3 swap-pieces d2"
    assert (names(found), found.tree.header.winner) == (["Ada", "Ben"], 0)


def test_a_single_action_and_a_wrong_board_of_board_game_arena() -> None:
    assert read('{"type":"playToken","args":{"coord":"c3"}}').report.plies == 1
    [bad] = scan_text("Hex 99x99\nAda plays at c3\nBen plays at d4\n")
    assert "line 1: unknown board '99x99'" in str(bad.error)


def test_an_sgf_of_playhex() -> None:
    found = read(
        "(;FF[4]CA[UTF-8]AP[PlayHex:0.0.0]GM[11]SO[PlayHex.org]PC[https://playhex.org/games/x]GN[x]SZ[5]"
        "DT[2025-03-04,05]RE[W+Forfeit]PB[Ada]PW[Ben]BR[1500?]TM[600]OT[fischer 5]HA[0.5];B[a3]BL[600]"
        ";W[swap-pieces]WL[590];B[c3]C[Ben: hi\nAda: hello])"
    )
    header = found.tree.header
    assert game(found) == "5x5 swap=pieces a3 swap-pieces c3"
    assert (header.winner, header.detail, header.ending) == (1, "forfeit", Ending.UNKNOWN)
    assert (header.date, dict(header.tags)["DT"], dict(header.tags)["BR"]) == ("", "2025-03-04,05", "1500?")
    assert [node.comments for node in found.tree.main_line()][-1] == ["Ben: hi\nAda: hello"]
    assert read("(;GM[11]SZ[5]SO[PlayHex.org]RE[Void];B[a3])").tree.repairs == []


def test_other_json_is_left_alone() -> None:
    for text in ("{}", '{"game": "go", "stack": []}', '[{"type": "tokenPlayed"}]', '{"data": []}'):
        assert sniff(text).game != "hex"


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(
        [HEXWIKI, json.dumps(RECORD), json.dumps(STATE), json.dumps(LOG), json.dumps({"data": {"logs": LOG}})]
    ),
    st.lists(st.tuples(st.integers(0, 900), st.sampled_from('()[]{};\\,:"aB1\n\0 é')), max_size=6),
    st.integers(0, 900),
)
def test_damaged_texts_raise_nothing_but_our_errors(
    text: str, damage: list[tuple[int, str]], end: int
) -> None:
    for at, char in damage:
        at %= len(text)
        text = text[:at] + char + text[at + 1 :]
    for cut in (text, text[:end]):
        try:
            games = list(scan_text(cut, game="hex"))
            HEX.parse_position(cut)
        except HexapodaError:
            continue
        assert all(found.error is None or found.tree.faults for found in games)
