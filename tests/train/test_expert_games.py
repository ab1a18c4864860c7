"""The games that `rave` plays against itself, to learn from: going on, and what is refused."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import pytest

from hexapoda.hex import Position
from hexapoda.hex.solve import HexSolver
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network
from hexapoda.train.expert.game_lines import Guide, append_games, check_terms
from hexapoda.train.expert.hex.games import RaveTerms, play_game


def play(path: Path, games: int, terms: RaveTerms) -> None:
    check_terms(path, asdict(terms))
    append_games(path, partial(play_game, terms, None), range(games), 1, lambda done, all: None)


def test_games_are_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    terms = RaveTerms(playouts=80, without=("network",), quick=40, long=0.5, seed=3)
    play(path, 1, terms)
    first = path.read_text("utf-8")
    path.write_text(first[:-1], "utf-8")
    play(path, 1, terms)
    assert path.read_text("utf-8") == first  # a whole game is not played again
    path.write_text(first + first[:30], "utf-8")
    play(path, 3, terms)
    games = path.read_text("utf-8").splitlines()
    assert games[0] + "\n" == first and len(games) == 3
    for game in map(json.loads, games):
        assert game["winner"] in (0, 1)
        kept = [tries for tries in game["visits"] if tries]
        assert 0 < len(kept) < len(game["moves"]) and all(sum(tries.values()) >= 60 for tries in kept)
        assert game["without"] == ["network"]
        assert game["values"][0] is None and game["values"][-1] is not None  # the first move is random
        for value, tries in zip(game["values"], game["visits"], strict=True):
            assert tries is None or value is not None


def test_large_boards_are_searched_with_playouts_too() -> None:
    """Evaluations in their place would give a policy target of two visits."""
    game = play_game(RaveTerms(playouts=80, seed=3, boards=(("14x14", 1),)), None, 0)
    assert all(sum(tries.values()) >= 80 for tries in game["visits"] if tries)


def test_games_go_on_once_the_winner_is_proven() -> None:
    terms = RaveTerms(playouts=120, quick=60, long=0.5, seed=5, boards=(("4x4", 1), ("5x5", 2)))
    both = terms, replace(terms, decided=9)
    decided = 0
    for number in range(12):
        short, long = (play_game(each, None, number) for each in both)
        ended = len(short["moves"])
        for part in ("moves", "visits", "values"):
            assert long[part][:ended] == short[part]
        assert long["winner"] == short["winner"] and ended <= len(long["moves"]) <= ended + 9
        position = Position(long["variant"])
        for text, value in zip(long["moves"], long["values"], strict=True):
            if position.ply >= ended:
                decided += 1
                assert value == (position.turn == long["winner"])
                assert HexSolver(position.variant).solve(position).winner == long["winner"]
            position.push(position.parse_move(text))
    assert decided > 40


@pytest.mark.parametrize(
    "content",
    [
        "precious text",
        "garbage\n\n",
        '{"variant": "5x5"}\n',
        "[1]\n",
        '{"settings": {"precious": true}}',  # an object need not be a game
        '{"moves": []}\nprecious text',
        '{"moves": []}\n{"precious": true,',
        '{"moves": [1]}\n{"moves": [1]}{"moves": [2]}',
        "{precious notes",
    ],
)
def test_a_file_of_something_else_is_not_touched(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, "utf-8")
    with pytest.raises(ValueError, match=r"notes\.txt"):
        play(path, 1, RaveTerms(playouts=40))
    assert path.read_text("utf-8") == content


def test_games_with_other_terms_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play(path, 1, RaveTerms(playouts=40, quick=40))
    before = path.read_text("utf-8")
    with pytest.raises(ValueError, match="games with different terms"):
        play(path, 2, RaveTerms(playouts=40, quick=41))
    assert path.read_text("utf-8") == before


def test_the_network_of_a_file_guides_the_search() -> None:
    terms = RaveTerms(playouts=60, seed=2, boards=(("7x7", 1),))
    shipped = play_game(terms, None, 0)
    assert shipped["variant"] == "7x7" and shipped["terms"]["boards"] == (("7x7", 1),)
    guide = Guide("hex.net", read_network(find_network("hex")).values.tobytes())
    assert play_game(terms, guide, 0) == shipped
