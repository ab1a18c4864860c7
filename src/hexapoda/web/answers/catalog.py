"""Answers about games in general: the catalog and the lessons."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from hexapoda.games.lesson import LessonStep, RefusedMove
from hexapoda.web.answers.parts import Cell, LocalizedJson

__all__ = ["CatalogJson", "LessonsJson"]


class RuleJson(LocalizedJson):
    """A rule switch: a rule of a game with several choices."""

    name: str
    choices: Annotated[list[str], Field(description="The first one is the default.")]
    summary: str
    title: str
    labels: Annotated[list[str], Field(description="The choices in words.")]
    advised: Annotated[
        dict[str, str], Field(description="The choice to propose in place of the default, by variant.")
    ]


class OpponentJson(LocalizedJson):
    """An opponent that a player can choose."""

    id: str
    name: str
    note: str
    level: Annotated[float | None, Field(description="From 1 to 10; null for an engine without levels.")]


class FormatJson(TypedDict):
    """A format in which games can be written."""

    id: str
    name: str
    suffix: str
    variations: Annotated[bool, Field(description="Whether it keeps variations and comments.")]


class OverlayKindJson(LocalizedJson):
    """An overlay that a game can show."""

    id: str
    key: str
    name: str
    about: str
    cell: NotRequired[Annotated[bool, Field(description="Whether the request must name a cell for it.")]]


class GameJson(LocalizedJson):
    """A game, and what this server can do with it."""

    name: str
    title: str
    goal: Annotated[str, Field(description="How a game is won, in one sentence; may be empty.")]
    notice: str
    players: list[str]
    plies_a_turn: Annotated[
        int, Field(description="How many plies share a number when people say `move 12`: 1 or 2.")
    ]
    default_engine: Annotated[str, Field(description="The strongest engine, which has the levels.")]
    sides: list[str]
    variants: list[str]
    quick_variant: Annotated[
        str, Field(description="A variant that a network learns quickly; empty if there is none.")
    ]
    rules: list[RuleJson]
    opponents: list[OpponentJson]
    friendly: Annotated[str | None, Field(description="The opponent for a first game.")]
    board: Annotated[str, Field(description="The board that pages use: the name of the game, or `plain`.")]
    formats: list[FormatJson]
    setup: Annotated[bool, Field(description="Whether positions can be set up by hand.")]
    overlays: list[OverlayKindJson]
    review: Annotated[bool, Field(description="Whether games can be reviewed.")]
    draws: bool
    lessons: int
    indexed: Annotated[bool, Field(description="Whether the library finds positions of this game.")]


class CatalogJson(TypedDict):
    """All games, and what the server offers to this visitor."""

    games: list[GameJson]
    matches: Annotated[bool, Field(description="Whether the server shows this visitor its matches.")]
    runs: Annotated[bool, Field(description="Whether the server shows this visitor its training runs.")]
    starts: Annotated[bool, Field(description="Whether this visitor may start matches and other work.")]
    shared: Annotated[bool, Field(description="Whether this visitor is known by a key.")]
    guest: Annotated[
        bool,
        Field(description="Whether this visitor is a guest on another person's machine, and can only play."),
    ]
    mails: Annotated[bool, Field(description="Whether the server sends emails to people whose turn it is.")]
    others: Annotated[bool, Field(description="Whether other machines can reach the server.")]
    address: Annotated[
        str | None, Field(description="Where other devices reach the page, if the server knows it.")
    ]


class LessonJson(LocalizedJson):
    """A position with a goal, which teaches a rule."""

    id: str
    tour: Annotated[bool, Field(description="Whether it is a step of the tour, which introduces the game.")]
    title: Annotated[str, Field(description="The rule in a few words.")]
    text: Annotated[str, Field(description="The rule in one or two sentences.")]
    goal: Annotated[str, Field(description="What to do on this board.")]
    praise: Annotated[str, Field(description="What is shown when the goal is reached.")]
    start: Annotated[str, Field(description="The position, as text.")]
    marks: Annotated[list[Cell], Field(description="The cells that the goal is about.")]
    steps: Annotated[list[LessonStep], Field(description="The moves to the goal.")]
    refused: Annotated[
        RefusedMove | None, Field(description="A move that breaks the rule; null if the rule forbids none.")
    ]


class LessonsJson(TypedDict):
    """The lessons of a game, in the order in which they are learned."""

    game: str
    lessons: list[LessonJson]
