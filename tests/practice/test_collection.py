"""The cards of a person: added, merged, answered, removed, and kept in files."""

from __future__ import annotations

import json
import math
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.practice.collection import CardCount, Collection
from hexapoda.practice.memory import AnswerRating
from tests.practice.exercises import exercise

NOW = 1_750_000_000.0
DAY = 24 * 3600.0
YEAR = 365 * DAY


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Collection:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    return Collection("local")


def test_an_exercise_is_due_answered_and_comes_back(own: Collection) -> None:
    made = exercise("b2")
    assert own.add([made], NOW).new == 1
    [card] = own.cards()
    assert card.exercise == made and card.is_due(NOW) and card.state == "new"
    after = own.answer(made.id, AnswerRating.GOOD, "one", NOW)
    assert not after.is_due(NOW + DAY) and after.is_due(NOW + 30 * DAY) and after.state == "learning"
    assert own.answer(made.id, AnswerRating.AGAIN, "one", NOW + 5) == after, "the same attempt counts once"
    assert Collection("local").card(made.id) == after, "another process reads the same"
    assert [answer.rating for answer in after.answers] == [AnswerRating.GOOD]


def test_before_it_is_due_only_a_failure_counts(own: Collection) -> None:
    made = exercise("b2")
    own.add([made], NOW)
    failed = own.answer(made.id, AnswerRating.AGAIN, "one", NOW)
    early = own.answer(made.id, AnswerRating.EASY, "two", NOW + 60)
    assert early.memory == failed.memory and early.answers == failed.answers
    assert own.answer(made.id, AnswerRating.AGAIN, "two", NOW + 70) == early, "the attempt is over"
    assert own.answer(made.id, AnswerRating.AGAIN, "three", NOW + 80).memory.due == NOW + 80 + 600
    assert own.answer(made.id, AnswerRating.GOOD, "four", NOW + 680).memory.due > NOW + DAY


def test_the_attempts_of_two_pages_count_once_each(own: Collection) -> None:
    made = exercise("b2")
    own.add([made], NOW)
    own.answer(made.id, AnswerRating.AGAIN, "one", NOW)
    failed = own.answer(made.id, AnswerRating.AGAIN, "two", NOW + 1)
    assert own.answer(made.id, AnswerRating.AGAIN, "one", NOW + 2) == failed
    assert [answer.time for answer in Collection("local").card(made.id).answers] == [NOW, NOW + 1]


def test_a_mirrored_position_is_the_same_exercise(own: Collection) -> None:
    first, turned = exercise("b2"), exercise("d4", review="r2", played="e5", line=("c3",))
    assert first.id == turned.id
    own.add([first], NOW)
    own.answer(first.id, AnswerRating.EASY, "one", NOW)
    added = own.add([turned], NOW + DAY)
    [card] = own.cards()
    assert (added.new, added.merged) == (0, 1)
    assert card.exercise.moves == ("d4",) and card.exercise.played == "e5", "the newer review counts"
    assert [source.review for source in card.exercise.sources] == ["r2", "r1"]
    assert card.is_due(NOW + DAY), "it went wrong again"
    own.answer(first.id, AnswerRating.EASY, "two", NOW + DAY)
    own.add([turned], NOW + 2 * DAY)
    assert not own.cards()[0].is_due(NOW + 2 * DAY), "the same review says nothing new"


def test_a_removed_exercise_stays_removed_until_it_is_taken_back(own: Collection) -> None:
    made = exercise("b2")
    own.add([made], NOW)
    own.set_removed(made.id, True)
    own.add([exercise("b2", review="r2")], NOW + DAY)
    assert own.cards() == [] and [card.removed for card in own.cards(removed=True)] == [True]
    own.set_removed(made.id, False)
    assert len(own.cards()) == 1


def test_what_a_review_has_brought_goes_with_it(own: Collection) -> None:
    only, both, answered = exercise("b2"), exercise("c2"), exercise("c3", line=("b3",))
    own.add([only, both, answered], NOW)
    own.add([replace(both, sources=exercise("c2", review="r2").sources)], NOW)
    own.answer(answered.id, AnswerRating.GOOD, "one", NOW)
    assert own.withdraw("r1") == 3 and own.withdraw("r1") == 0
    states = {card.id: card.removed for card in own.cards(removed=True)}
    assert states == {both.id: False, answered.id: True}, "what was answered is only removed"


def test_what_a_review_has_brought_for_one_player_stays(own: Collection) -> None:
    black, white = exercise("b2", "b3"), exercise("b2")
    own.add([black, white], NOW)
    assert own.withdraw("r1", keep=0) == 1
    assert [card.exercise for card in own.cards()] == [black]


def test_a_side_that_is_said_again_brings_back_what_was_answered(own: Collection) -> None:
    answered, unwanted = exercise("b2"), exercise("c2")
    own.add([answered, unwanted], NOW)
    own.answer(answered.id, AnswerRating.GOOD, "one", NOW)
    own.set_removed(unwanted.id, True)
    own.withdraw("r1")
    assert own.cards() == []
    own.add([answered, unwanted], NOW)
    [card] = own.cards()
    assert card.id == answered.id and len(card.answers) == 1, "what the person has removed stays removed"


def test_there_is_a_limit_and_nothing_goes_for_it(own: Collection) -> None:
    small = Collection("local", most=1)
    added = small.add([exercise("b2"), exercise("c2"), exercise("b2", review="r2")], NOW)
    assert (added.new, added.merged, added.left) == (1, 1, 1)
    assert [card.id for card in own.cards()] == [exercise("b2").id]


def test_a_damaged_file_is_left_as_it_is(own: Collection) -> None:
    made = exercise("b2")
    own.add([made, exercise("c2")], NOW)
    path = own.folder / f"{made.id}.json"
    path.write_text('{"version": 1', "utf-8")
    assert [card.id for card in own.cards()] == [exercise("c2").id] and own.faults == [path]
    assert own.add([made], NOW).left == 1 and path.read_text("utf-8") == '{"version": 1'
    with pytest.raises(InvalidGameError, match="damaged"):
        own.card(made.id)
    other = own.folder / f"{exercise('c2').id}.json"
    path.write_bytes(other.read_bytes())
    with pytest.raises(InvalidGameError, match="contains the exercise"):
        own.card(made.id)
    path.unlink()
    path.mkdir()  # stands for a file that the disk cannot read
    assert [card.id for card in own.cards()] == [exercise("c2").id] and own.faults == [path]
    assert own.add([made], NOW).left == 1 and own.withdraw("r1") == 1


@pytest.mark.parametrize("place", ["added", "answers", "loss", "ply", "state", "depth"])
def test_no_number_of_a_card_is_infinite(own: Collection, place: str) -> None:
    own.add([exercise("b2"), exercise("c2")], NOW)
    card = own.answer(exercise("b2").id, AnswerRating.GOOD, "one", NOW).to_json()
    if place == "answers":
        card["answers"][0][0] = math.inf
    elif place == "ply":
        card["exercise"]["sources"][0]["ply"] = math.inf
    elif place == "loss":
        card["exercise"]["loss"] = math.nan
    elif place == "depth":
        card["exercise"]["known"][2][0] = math.inf
    else:
        (card["memory"] if place == "state" else card)[place] = math.inf
    text = json.dumps(card)
    (own.folder / f"{card['exercise']['id']}.json").write_text(text, "utf-8")
    assert [each.id for each in own.cards()] == [exercise("c2").id] and len(own.faults) == 1
    if place == "depth":
        return
    (own.folder / f"{card['exercise']['id']}.json").write_text(text.replace("Infinity", "1e999"), "utf-8")
    assert [each.id for each in own.cards()] == [exercise("c2").id] and len(own.faults) == 1


def test_a_changed_file_is_read_again(own: Collection) -> None:
    own.add([exercise("b2")], NOW)
    assert not own.cards()[0].removed
    Collection("local").set_removed(exercise("b2").id, True)
    assert own.cards() == []


def test_what_another_server_changes_is_seen(own: Collection) -> None:
    made = exercise("b2")
    own.add([made], NOW)
    before = own.version()
    assert own.version() == before, "nothing has changed"
    Collection("local").answer(made.id, AnswerRating.GOOD, "one", NOW)
    assert own.version() != before and own.cards()[0].state == "learning"
    Collection("local").delete()
    assert own.cards() == []


def test_there_is_a_limit_for_all_owners_too(own: Collection) -> None:
    counter = CardCount()
    assert counter.count() == 0
    assert own.add([exercise("b2"), exercise("b3")], NOW, room=1).left == 1
    assert Collection("other").add([exercise("b2")], NOW, room=0).left == 1
    assert counter.count() == 1
    assert own.add([exercise("b2")], NOW, room=-1).merged == 1, "it needs no space"


def test_wrong_names_are_refused(own: Collection) -> None:
    for id in ("../other/0123456789abcdef", "0123456789abcdef", "x"):
        with pytest.raises(UsageError, match="there is no exercise"):
            own.answer(id, AnswerRating.GOOD, "one", NOW)
    assert not own.folder.exists()
    for owner in ("../local", "", "a/b"):
        with pytest.raises(UsageError, match="is not an owner id"):
            Collection(owner)


def test_changes_at_a_time_wait_for_each_other(own: Collection) -> None:
    made = exercise("b2")
    own.add([made], NOW)
    threads = [
        threading.Thread(
            target=Collection("local").answer, args=(made.id, AnswerRating.AGAIN, f"attempt {n}", NOW + n)
        )
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(own.card(made.id).answers) == 8


def test_delete(own: Collection) -> None:
    assert own.delete() == 0
    own.add([exercise("b2")], NOW)
    assert own.delete() == 1 and not own.folder.exists() and own.cards() == []


def test_cards_are_kept_without_loss(own: Collection) -> None:
    own.add([exercise("b2", themes=("frees your queen",))], NOW)
    card = own.answer(exercise("b2").id, AnswerRating.HARD, "one", NOW)
    assert type(card).from_json(json.loads(json.dumps(card.to_json()))) == card


def test_a_clock_that_was_ahead_delays_no_exercise(own: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was answered or added then is due now."""
    first, second, third = exercise("b2"), exercise("b3"), exercise("c2")
    clock = SimpleNamespace(time=lambda: NOW, time_ns=time.time_ns)
    monkeypatch.setattr("hexapoda.practice.collection.time", clock)
    own.add([first], NOW)
    right = own.answer(first.id, AnswerRating.GOOD, "one", NOW).memory.due - NOW
    own.add([second, third], NOW + 10 * YEAR)
    own.answer(second.id, AnswerRating.GOOD, "one", NOW + 10 * YEAR)
    for each in (own, Collection("local")):
        due = {card.id: card.memory.due for card in each.cards()}
        assert due == {first.id: NOW + right, second.id: NOW, third.id: NOW}
        assert [card.memory.due for card in each.cards()] == sorted(due.values())
        assert each.card(second.id).memory.last == NOW
        for now in (NOW - 1, NOW + DAY):
            found = [card for card in each.cards(now) if card.id != first.id]
            assert len(found) == 2 and all(card.is_due(now) for card in found)
    again = own.answer(second.id, AnswerRating.GOOD, "two", NOW + right)
    assert NOW + right < again.memory.due < NOW + YEAR


def test_what_is_answered_when_the_clock_is_a_century_ahead_can_be_read(own: Collection) -> None:
    made = exercise("b2")
    own.add([made], NOW + 100 * YEAR)
    own.answer(made.id, AnswerRating.GOOD, "one", NOW + 100 * YEAR)
    [card] = Collection("local").cards()
    assert card.id == made.id and not own.faults
