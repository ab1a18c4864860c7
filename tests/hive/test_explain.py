"""Why not: golden refusals for every rule, the error that carries them, and passing."""

from __future__ import annotations

import ast
import inspect

import pytest

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.hive import PASS, Move, Outcome, Piece, Position, Termination
from hexapoda.hive import rule as rule_module
from hexapoda.hive.explain import Explainer, Refusal, refuse, why_not
from hexapoda.hive.rule import Rule
from tests.hive.refusal_goldens import GOLDENS, Golden

STUCK = "Base White[5] - wQ@0,0 bB1@0,0^1 bQ@1,0"
WON = "Base White[9] - bQ@0,0 wQ@1,0 wA1@0,1 bA1@-1,1 bS1@-1,0 wS1@0,-1 wG1@1,-1"
PINNED = "Base White[6] - wG1@-4,0 bG1@-3,0 wQ@-2,0 bQ@-1,0 wS1@0,0 bA1@1,0 bG2@2,0"


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: f"{golden.refusal.rule.value}: {golden.what}")
def test_a_golden_try_gets_its_answer(golden: Golden) -> None:
    position = Position.from_text(golden.position)
    assert why_not(position, Move(golden.piece, golden.to)) == golden.refusal
    assert not position.is_legal(Move(golden.piece, golden.to))


def test_every_rule_has_a_golden() -> None:
    met = {golden.refusal.rule for golden in GOLDENS}
    assert set(Rule) - met == {Rule.PASS_NOT_ALLOWED}  # a pass is no piece and cell: see below


def test_titles_of_goldens_are_told_apart() -> None:
    titles = [golden.what for golden in GOLDENS]
    assert len(set(titles)) == len(titles)


def test_a_legal_move_is_not_refused() -> None:
    position = Position.from_text(PINNED)
    explainer = Explainer(position)
    for move in position.legal_moves:
        assert move.piece is not None
        assert move.to is not None
        assert why_not(position, move) is None
        assert position.why_not(move) is None
        assert explainer.why_not(move.piece, move.to) is None


def test_the_free_opening_allows_the_queen_first() -> None:
    assert why_not(Position("Base", opening="free"), Move(Piece("wQ"), (0, 0))) is None


def test_passing_is_refused_while_something_can_move() -> None:
    position = Position.from_text(PINNED)
    first = position.legal_moves[0]
    assert first.piece is not None
    assert first.to is not None
    count = len(position.legal_moves)
    text = f"White cannot pass: it has {count} legal moves, such as {first.piece} to {first.to}"
    assert why_not(position, PASS) == Refusal(Rule.PASS_NOT_ALLOWED, text, (first.to,), (first.piece,))


def test_one_move_is_enough_to_forbid_passing() -> None:
    position = Position.from_text("Base White[4] - wS1@0,0 bA1@1,0 bA2@1,-1 bG1@1,1 bS1@0,2 bB1@-1,2 bQ@2,0")
    text = "White cannot pass: it has one legal move, wQ to (-1, 0)"
    assert why_not(position, PASS) == Refusal(Rule.PASS_NOT_ALLOWED, text, ((-1, 0),), (Piece("wQ"),))


def test_the_only_legal_pass_is_not_refused() -> None:
    assert why_not(Position.from_text(STUCK), PASS) is None


def test_a_pass_after_the_end_is_refused_for_the_end() -> None:
    refusal = why_not(Position.from_text(WON), PASS)
    assert refusal is not None
    assert (refusal.rule, refusal.cells, refusal.pieces) == (Rule.GAME_OVER, ((0, 0),), (Piece("bQ"),))


def test_a_third_occurrence_leaves_the_other_rules_in_force() -> None:
    """Move lists and imports ignore that draw, so what is illegal then is so for another reason."""
    position = Position("Base")
    opening = [("wG1", (0, 0)), ("bG1", (1, 0)), ("wQ", (-1, 0)), ("bQ", (2, 0))]
    there_and_back = [("wQ", (-1, 1)), ("bQ", (2, -1)), ("wQ", (-1, 0)), ("bQ", (2, 0))]
    for piece, to in opening + 2 * there_and_back:
        assert why_not(position, Move(Piece(piece), to)) is None
        position.push(Move(Piece(piece), to))
    assert position.outcome() == Outcome(None, Termination.REPETITION)
    assert why_not(position, Move(Piece("wQ"), (-1, 1))) is None
    refusal = why_not(position, Move(Piece("wG1"), (0, 1)))
    assert refusal is not None
    assert refusal.rule is Rule.ONE_HIVE


def test_three_passes_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_text(PINNED)
    monkeypatch.setattr(Position, "board_outcome", lambda self: Outcome(None, Termination.NO_MOVES))
    refusal = why_not(position, Move(Piece("wS1"), (0, 1)))
    text = "the game is over: neither side can ever move again, which is a draw"
    assert refusal == Refusal(Rule.GAME_OVER, text)


def test_a_refused_move_raises_the_rule_with_its_cells_and_pieces() -> None:
    position = Position.from_text(PINNED)
    before = position.text()
    move = Move(Piece("wS1"), (0, 1))
    text = "moving wS1 would split the hive: bA1, bG2 would be cut off"
    with pytest.raises(IllegalMoveError, match=f"^{text}$") as caught:
        position.push(move)
    error = caught.value
    assert error.rule is Rule.ONE_HIVE
    assert error.cells == ((1, 0), (2, 0))
    assert error.pieces == (Piece("bA1"), Piece("bG2"))
    assert error.move == move
    assert position.text() == before


def test_a_refused_pass_raises_its_rule() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Position("Base").push(PASS)
    assert caught.value.rule is Rule.PASS_NOT_ALLOWED
    assert caught.value.move == PASS


def test_a_legal_move_cannot_be_refused() -> None:
    with pytest.raises(UsageError, match="is legal"):
        refuse(Position("Base"), Move(Piece("wA1"), (0, 0)))
    with pytest.raises(UsageError, match="is legal"):
        refuse(Position.from_text(STUCK), PASS)


def test_a_refusal_reads_as_its_text() -> None:
    assert str(why_not(Position("Base"), Move(Piece("wA1"), (1, 0)))) == (
        "wA1 cannot be placed on (1, 0): the first piece goes to (0, 0)"
    )


def test_rules_are_named_in_snake_case_and_each_is_documented() -> None:
    assert all(rule.value == rule.name.lower() for rule in Rule)
    tree = ast.parse(inspect.getsource(rule_module))
    (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef))
    members = [at for at, node in enumerate(body) if isinstance(node, ast.Assign)]
    assert len(members) == len(Rule)
    for at in members:
        after = body[at + 1]
        assert isinstance(after, ast.Expr)
        assert isinstance(after.value, ast.Constant)
        assert isinstance(after.value.value, str)
