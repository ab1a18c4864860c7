"""Sentences, and their translations: every sentence of the code has one, with the same values."""

import ast
import copy
import errno
import json
import os
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from hexapoda.games import find_game, game_names
from hexapoda.games.page_files import page_folder
from hexapoda.games.translations import other_languages, patterns, translated
from hexapoda.hive.fact_words import PATTERNS
from hexapoda.text.sentence import (
    Patterns,
    Sentence,
    joined,
    listed,
    message_of,
    read_patterns,
    reason_of,
    sentence_from_json,
    sentence_json,
)
from tests.third_game import EXAMPLE

SOURCE = Path(__file__).parent.parent / "src" / "hexapoda"
CORE = Path(__file__).parent.parent / "cpp" / "hive" / "rules" / "position.cpp"
GERMAN: Patterns = {
    "ant": {"": "Ameise", "no": "keine Ameise"},
    "there is no {bug}": "es gibt {bug:no}",
    "white {bug}": {"": "weiße {bug}", "no": "keine weiße {bug}"},
    "{who} moves": "{who} zieht",
    "the {bug}": "die {bug}",
    "{text!r} is not a move": "{text!r} ist kein Zug",
    "{before} and {last}": "{before} und {last}",
}


def literals() -> Iterator[tuple[str, str]]:
    """Yield the patterns in the code, each with the package that has it."""
    for path in SOURCE.rglob("*.py"):
        package = path.relative_to(SOURCE).parts[0]
        yield from ((pattern, package) for pattern in sentences(path))
    for forms in PATTERNS.values():  # a table of patterns
        yield from ((pattern, "hive") for pattern in forms if pattern)
    # What the core finds wrong with a position is a pattern too. It quotes nothing.
    [body] = re.findall(
        r"const char\* Position::set_up.*?^}", CORE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    for text in re.findall(r'return ((?:"[^"]*"\s*)+);', body):
        yield "".join(re.findall(r'"([^"]*)"', text)), "hive"
    for path in (SOURCE / "web" / "static" / "offline").glob("*.html"):
        for text in re.findall(r">([^<>\n]+)</(?!title|code)", path.read_text("utf-8")):
            yield text, "web"
    for name in game_names():
        game = find_game(name)
        yield from ((text, name) for text in on_board(page_folder(game)))
        for lesson in game.lessons:
            yield from ((text, name) for text in (lesson.title, lesson.text, lesson.goal, lesson.praise))


def sentences(path: Path) -> Iterator[str]:
    """Yield the patterns of the sentences in a module."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "Sentence" and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value)


def on_board(folder: Path) -> list[str]:
    """The texts of a game's board: all that its module of words has in double quotes."""
    return [
        text
        for text in re.findall(r'"([^"]+)"', (folder / "words.js").read_text("utf-8"))
        if ".js" not in text
    ]


def names(pattern: str) -> set[str]:
    """The placeholders of a pattern."""
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


def has_words(pattern: str) -> bool:
    """Whether a pattern has words besides its values."""
    return any(letter.isalpha() for letter in re.sub(r"\{[^{}]*\}", "", pattern))


def tables(language: str) -> dict[str, Patterns]:
    """The patterns of each package in a language."""
    games = {name: read_patterns(find_game(name).package, language) for name in game_names()}
    return {"shared": read_patterns("hexapoda.games", language), **games}


@pytest.mark.parametrize("language", other_languages())
def test_every_sentence_is_translated(language: str) -> None:
    known = tables(language)
    for pattern, package in literals():
        if has_words(pattern):
            homes = {name for name, table in known.items() if pattern in table}
            places = f"{pattern!r} of {package} has translations in {homes}"
            assert homes == {"shared"} if "shared" in homes else package in homes, places


@pytest.mark.parametrize("language", other_languages())
def test_two_games_translate_a_text_in_one_way(language: str) -> None:
    for table in tables(language).values():
        for pattern, found in table.items():
            assert patterns(language)[pattern] == found, pattern


def test_the_example_of_a_game_is_translated() -> None:
    folder = EXAMPLE / "game_of_y"
    for language in other_languages():
        known = json.loads((folder / "data" / f"sentences.{language}.json").read_text("utf-8"))
        shared = read_patterns("hexapoda.games", language)
        texts = {
            *on_board(folder / "web"),
            *(text for path in folder.glob("*.py") for text in sentences(path)),
        }
        assert {text for text in texts if has_words(text) and text not in shared} == set(known)


@pytest.mark.parametrize("language", other_languages())
def test_translations_have_the_same_values(language: str) -> None:
    used = {pattern for pattern, _ in literals()}
    for table in tables(language).values():
        for pattern, found in table.items():
            assert pattern in used, f"no sentence is {pattern!r}"
            forms = {"": found} if isinstance(found, str) else found
            assert "" in forms, pattern
            for text in forms.values():
                assert names(text) == names(pattern), f"{text!r} for {pattern!r}"
                assert [text[0] == " ", text[-1] == " "] == [pattern[0] == " ", pattern[-1] == " "], text


def test_a_sentence_is_its_english_text() -> None:
    said = Sentence("{who} moves {count} times", who="wA1", count=3)
    assert said == "wA1 moves 3 times"
    assert isinstance(said, str) and json.dumps(said) == '"wA1 moves 3 times"'
    assert (said.pattern, dict(said.values)) == ("{who} moves {count} times", {"who": "wA1", "count": 3})
    with pytest.raises(KeyError, match="who"):
        Sentence("{who} moves")


def test_another_language() -> None:
    ant = Sentence("ant")
    assert Sentence("there is no {bug}", bug=ant).translated(GERMAN) == "es gibt keine Ameise"
    assert (
        Sentence("{who} moves", who=Sentence("the {bug}", bug=ant)).translated(GERMAN) == "die Ameise zieht"
    )
    white = Sentence("white {bug}", bug=ant)
    assert Sentence("there is no {bug}", bug=white).translated(GERMAN) == "es gibt keine weiße Ameise"
    assert Sentence("{text!r} is not a move", text="a'b").translated(GERMAN) == '"a\'b" ist kein Zug'
    assert Sentence("{text!r} is not a move", text=ant).translated(GERMAN) == "'Ameise' ist kein Zug"


def test_without_a_translation_a_sentence_stays_english() -> None:
    assert Sentence("a {bug} rests", bug=Sentence("ant")).translated(GERMAN) == "a ant rests"
    assert Sentence("{who} moves", who=Sentence("a beetle")).translated(GERMAN) == "a beetle zieht"


def test_lists() -> None:
    ant = Sentence("ant")
    assert joined("; ", [ant, "wS1"]) == "ant; wS1"
    assert joined("; ", [ant, "wS1"]).translated(GERMAN) == "Ameise; wS1"
    assert joined(", ", []) == ""
    numbered = joined(" ", [ant, "2"])  # has the forms of its parts
    assert Sentence("there is no {bug}", bug=numbered).translated(GERMAN) == "es gibt keine Ameise 2"
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert listed("abc", alternatives=True) == "a, b or c"
    assert listed(["a", "b", ant]).translated(GERMAN) == "a, b und Ameise"


def test_values_can_be_changed() -> None:
    said = Sentence("{who} moves to {to}", who=Sentence("the {bug}", bug="ant"), to=(1, 2))

    def change(value: object) -> object:
        return {"ant": "bee", (1, 2): "there"}.get(value, value)  # type: ignore[call-overload]

    assert said.changed(change) == "the bee moves to there"
    assert said == "the ant moves to (1, 2)"


def test_copies_and_json_keep_how_a_sentence_was_made() -> None:
    said = Sentence("there is no {bug}, {count}", bug=Sentence("ant"), count=2)
    for other in (copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert other == said and other.values["bug"].pattern == "ant"
    found = sentence_from_json(json.loads(json.dumps(sentence_json(said))))
    assert isinstance(found, Sentence) and found.values["bug"].translated(GERMAN) == "Ameise"
    assert sentence_json("plain") == sentence_from_json("plain") == "plain"
    assert sentence_json(Sentence("at {to}", to=(1, 2)))["values"] == {"to": "(1, 2)"}


@pytest.mark.parametrize(
    "data",
    [3, {}, {"pattern": "{a}"}, {"pattern": "{a}", "values": {}}, {"pattern": "{a.b}", "values": {"a": 1}}],
)
def test_damaged_json_is_refused(data: object) -> None:
    with pytest.raises((TypeError, KeyError, ValueError)):
        sentence_from_json(data)


def test_the_message_of_an_error() -> None:
    said = Sentence("the {bug} rests", bug="ant")
    assert message_of(ValueError(said)) is said
    assert message_of(ValueError("plain")) == "plain"
    assert message_of(ValueError()) == ""


@pytest.mark.parametrize("code", ["ENOSPC", "EDQUOT", "EACCES", "EROFS"])
def test_what_a_disk_refuses_is_said_in_all_languages(code: str) -> None:
    number = getattr(errno, code)
    said = reason_of(OSError(number, "what the system says", "/home/ada/secret"))
    assert said == os.strerror(number).lower()
    assert isinstance(said, Sentence) and said.translated(patterns("de")) != said


def test_other_errors_of_the_system_are_said_as_they_are() -> None:
    assert reason_of(OSError(errno.EISDIR, "Is a directory", "/home/ada")) == "is a directory"
    assert reason_of(OSError("Too much")) == "too much"


def test_objects_for_pages_have_all_languages() -> None:
    white = find_game("hive").players[0]
    assert translated({"text": white, "ply": 3}) == {
        "text": "White",
        "ply": 3,
        "translations": {"de": {"text": "Weiß"}},
    }
    sides = translated({"sides": [white, "?"]})
    assert sides == {"sides": ["White", "?"], "translations": {"de": {"sides": ["Weiß", "?"]}}}
    assert translated({"text": "plain"}) == {"text": "plain"}
    assert set(patterns("de")) == {pattern for table in tables("de").values() for pattern in table}
