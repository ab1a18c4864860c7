"""The messages that pages send over WebSockets. `frames` limits them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from hexapoda.web.error_answers import error_text
from hexapoda.web.position_fields import PositionFields
from hexapoda.web.problem import Problem

__all__ = [
    "AnalysisRequest",
    "AnalyzeFields",
    "GameWish",
    "HelpWish",
    "JoinGame",
    "JoinReview",
    "MoveWish",
    "PlainWish",
    "ReviewWish",
    "SwitchWish",
    "WhyWish",
    "parse",
]

_Wish = TypeVar("_Wish")
_Key: TypeAlias = Annotated[str, Field(max_length=100)]
_Move: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class _Form(BaseModel):
    """A message. Pydantic builds its validator on first use, so that the server starts faster."""

    model_config = ConfigDict(defer_build=True)


class JoinGame(_Form):
    """The first message of a page that watches or plays a game."""

    type: Literal["join"]
    keys: list[_Key] = Field(default=[], max_length=2, description="The secret keys of seats.")
    name: str | None = Field(default=None, max_length=200)
    own: bool = Field(default=False, strict=True, description="Take the visitor's own seats.")


class MoveWish(_Form):
    """Play a move."""

    type: Literal["move"]
    move: _Move
    ply: int | None = Field(
        default=None,
        strict=True,
        description="The number of plies before the move: if the game has more or fewer, it is refused.",
    )


class WhyWish(_Form):
    """Ask why a move, or every move of a piece, is illegal."""

    type: Literal["why"]
    move: _Move


class SwitchWish(_Form):
    """Pause or resume a game between two engines; start or stop checking each of the person's moves."""

    type: Literal["pause", "teach"]
    on: bool = Field(strict=True)


class HelpWish(_Form):
    """Note help that the page gives to a person."""

    type: Literal["help"]
    kind: Literal["lines", "analysis"]


class PlainWish(_Form):
    """A request without details."""

    type: Literal["undo", "redo", "resign", "draw", "offer-help", "accept", "decline", "go-on", "hint"]


GameWish: TypeAlias = Annotated[
    MoveWish | WhyWish | SwitchWish | HelpWish | PlainWish, Field(discriminator="type")
]


class JoinReview(_Form):
    """The first message of a page that watches a review."""

    type: Literal["join"]
    version: int = Field(
        default=0, strict=True, description="The version that the page has: only what is newer is sent."
    )


class ReviewWish(_Form):
    """Stop a review, or continue it."""

    type: Literal["stop", "resume"]


class AnalyzeFields(PositionFields):
    """Search a position instead of the previous one."""

    model_config = ConfigDict(defer_build=True)

    type: Literal["analyze"]
    ref: int | str | None = None
    engine: str | None = Field(default=None, max_length=80, description="The id of an opponent.")
    lines: int = Field(default=3, ge=1, le=5)
    seconds: float | None = Field(default=None, ge=0.1, le=3600, allow_inf_nan=False)


class StopFields(_Form):
    """End the search."""

    type: Literal["stop"]


AnalysisRequest: TypeAlias = Annotated[AnalyzeFields | StopFields, Field(discriminator="type")]


def parse(wishes: TypeAdapter[_Wish], message: dict[str, object]) -> _Wish:
    """Return the parsed message. Raises `Problem` 400, which names the wrong field."""
    try:
        return wishes.validate_python(message)
    except ValidationError as error:
        first = error.errors()[0]
        path = [str(part) for part in first["loc"]]
        field = ".".join(path[1:] if path[:1] == [message.get("type")] else path)
        raise Problem(400, error_text(first), field or None) from None
