"""What every game promises to code that is shared by the games."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from game_of_y.game import GAME_OF_Y
from hexapoda.errors import HexapodaError, IllegalMoveError, InvalidMoveError, UsageError
from hexapoda.games import Game, Position, game_names
from hexapoda.hex.game import HEX
from hexapoda.hive.game import HIVE

GAMES_HERE: list[Game] = [HIVE, HEX, GAME_OF_Y]


@pytest.fixture(params=GAMES_HERE, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    assert isinstance(request.param, Game)
    return request.param


def all_rules(game: Game) -> list[Mapping[str, str]]:
    """The default, and each switch set to each of its choices."""
    return [{}, *({switch.name: choice} for switch in game.rules for choice in switch.choices)]


def random_positions(game: Game, variant: str, seed: str) -> list[Position]:
    choose, position, found = random.Random(seed), game.initial(variant), []
    while position.outcome() is None and position.ply < 80:
        found.append(position.copy())
        position.push(choose.choice(list(position.legal_moves)))
    return found


def test_the_registry_knows_the_games() -> None:
    assert tuple(game.name for game in GAMES_HERE) == game_names()


def test_names(game: Game) -> None:
    assert len(game.players) == len(set(game.players)) == 2
    assert len(set(game.variants)) == len(game.variants) > 0
    for switch in game.rules:
        assert len(set(switch.choices)) == len(switch.choices) > 1
        assert switch.summary
    assert repr(game.initial()) == repr(game.initial(game.variants[0]))


def test_every_variant_begins(game: Game) -> None:
    for variant in game.variants:
        for rules in all_rules(game):
            position = game.initial(variant, rules)
            assert isinstance(position, Position)
            assert (position.turn, position.ply, position.moves, position.outcome()) == (0, 0, [], None)
            assert len(position.legal_moves) > 0


def test_verbs(game: Game) -> None:
    for variant in game.variants:
        for position in random_positions(game, variant, f"verbs {variant}"):
            moves = list(position.legal_moves)
            assert len(moves) == len(set(moves)) == len(position.legal_moves) > 0
            assert position.turn in (0, 1)
            twin, key = position.copy(), position.key
            for move in moves:
                assert position.is_legal(move)
                assert move in position.legal_moves
                position.push(move)
                assert position.ply == twin.ply + 1
                assert position.moves == [*twin.moves, move]
                assert position.pop() == move
                assert (position, position.key) == (twin, key)
            twin.push(moves[0])
            assert position.ply == twin.ply - 1, "a copy must not change with its original"


@pytest.mark.parametrize("game", [HIVE, HEX], ids=lambda game: game.name)
def test_verbs_of_python_chess(game: Game) -> None:
    """What `Position` has for people, beyond what shared code asks of a game."""
    for rules in all_rules(game):
        position: Any = game.initial(None, rules)
        assert position.result() == "*"
        with pytest.raises(IndexError, match="none has been played"):
            position.peek()
        choose = random.Random("verbs")
        while position.outcome() is None and position.ply < 120:
            assert not position.is_game_over() and position.legal_moves
            move = choose.choice(position.legal_moves)
            assert position.push_text(game.format_move(position, move)) == move == position.peek()
            bare = position.copy(stack=False)
            assert (bare, bare.key, bare.turn, bare.ply) == (
                *(position, position.key, position.turn, position.ply),
            )
            assert bare.moves == [] and list(bare.legal_moves) == list(position.legal_moves)
        assert position.is_game_over() == (position.outcome() is not None)
        with pytest.raises(InvalidMoveError):
            position.push_text("no move at all")


def test_texts_go_there_and_back(game: Game) -> None:
    for variant in game.variants:
        for position in random_positions(game, variant, f"texts {variant}"):
            for move in position.legal_moves:
                assert game.parse_move(position, game.format_move(position, move)) == move
            again = game.parse_position(game.format_position(position))
            assert (again.turn, again.ply) == (position.turn, position.ply)
            assert set(again.legal_moves) == set(position.legal_moves)


def test_nothing_to_take_back(game: Game) -> None:
    with pytest.raises(IndexError):
        game.initial().pop()


def test_mistakes_are_told_apart(game: Game) -> None:
    position = game.initial()
    with pytest.raises(InvalidMoveError):
        game.parse_move(position, "no move at all")
    first = position.legal_moves[0]
    text = game.format_move(position, first)
    position.push(first)
    with pytest.raises((IllegalMoveError, InvalidMoveError)):
        game.parse_move(position, text)
    with pytest.raises(HexapodaError, match="chess"):
        game.parse_position("chess")
    with pytest.raises(HexapodaError, match="chess"):
        game.initial("chess")
    with pytest.raises(UsageError, match=r"rule of .* is called 'color': (expected one of|the game has)"):
        game.initial(None, {"color": "red"})
    if not game.rules:
        return
    name = game.rules[0].name
    with pytest.raises(UsageError, match=f"did you mean '{name}'"):
        game.initial(None, {name[:-1]: "x"})
    with pytest.raises(UsageError, match=f"rule '{name}' must be one of .*, not 'sometimes'"):
        game.initial(None, {name: "sometimes"})


def test_json_has_one_envelope(game: Game) -> None:
    for variant in game.variants:
        for position in random_positions(game, variant, f"json {variant}"):
            board = game.board_json(position)
            assert list(board)[:9] == [
                "game", "variant", "rules", "player", "turn", "ply", "state", "moves", "text",
            ]  # fmt: skip
            assert (board["game"], board["variant"], board["player"]) == (game.name, variant, position.turn)
            assert board["rules"] == game.rules_of(position)
            assert len(board["moves"]) == board["ply"] == position.ply
            for move in position.legal_moves:
                assert game.move_json(position, move)["move"] == game.format_move(position, move)


def test_why_not(game: Game) -> None:
    position = game.initial()
    first = position.legal_moves[0]
    text = game.format_move(position, first)
    assert game.why_not(position, text) is None
    with pytest.raises(InvalidMoveError):
        game.why_not(position, "no move at all")
    # A game that is over allows nothing.
    choose = random.Random("why not")
    while position.outcome() is None:
        text = game.format_move(position, move := choose.choice(list(position.legal_moves)))
        position.push(move)
    refusal = game.why_not(position, text)
    assert refusal is not None and refusal.text == str(refusal) != ""
    assert set(refusal.to_json()) == {"rule", "text", "cells", "pieces"}


def test_perft(game: Game) -> None:
    position = game.initial()
    divided = game.perft_divide(position, 2)
    assert sorted(map(str, (move for move, _ in divided))) == sorted(map(str, position.legal_moves))
    assert game.perft(position, 2) == sum(nodes for _, nodes in divided)
