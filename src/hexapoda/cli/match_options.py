"""The options that `match`, `tournament` and `rate` share, and how they become the settings of a match.

Owns the parsing of option texts such as `0,5`. The arena defines what the settings mean.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hexapoda.cli.subject import GAME_HELP, check_variant
from hexapoda.errors import UsageError
from hexapoda.games import find_game

if TYPE_CHECKING:
    from hexapoda.arena.settings import MatchSettings
    from hexapoda.clock import TimeControl

__all__ = ["SettingsOptions", "build_settings", "numbers_of"]


def _option(*names: str, help: str, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(*names, help=help, metavar=metavar, show_default=False, **more)


_RULES, _TIME, _OPENINGS, _END = "Game", "Time", "Openings", "Adjudication"

GameOption: TypeAlias = Annotated[str, typer.Option("--game", help=GAME_HELP, rich_help_panel=_RULES)]
VariantOption: TypeAlias = Annotated[
    str | None,
    _option(
        "--variant",
        metavar="VARIANT",
        help="Base, Base+MLP; for hex a board size: 11x11, 13x9.",
        rich_help_panel=_RULES,
    ),
]
RuleOption: TypeAlias = Annotated[
    list[str] | None,
    _option(
        "--rule", metavar="NAME=VALUE", help="Set a rule switch; may be repeated.", rich_help_panel=_RULES
    ),
]
Games: TypeAlias = Annotated[
    int | None,
    _option(
        "--games",
        "-n",
        metavar="N",
        min=1,
        help="Games per pairing, rounded up to an even number; 100 by default.",
    ),
]
Time: TypeAlias = Annotated[
    float | None,
    _option("--time", metavar="SECONDS", min=0.001, help="Time per move.", rich_help_panel=_TIME),
]
Nodes: TypeAlias = Annotated[
    int | None, _option("--nodes", metavar="N", min=1, help="Nodes per move.", rich_help_panel=_TIME)
]
Depth: TypeAlias = Annotated[
    int | None, _option("--depth", metavar="N", min=1, help="Depth of each search.", rich_help_panel=_TIME)
]
ClockOption: TypeAlias = Annotated[
    str | None,
    _option(
        "--clock",
        metavar="BASE+INC",
        help="Seconds per game and increment per move, such as 60+1.",
        rich_help_panel=_TIME,
    ),
]
Margin: TypeAlias = Annotated[
    float | None,
    _option(
        "--margin",
        metavar="SECONDS",
        min=0,
        help="How late a move may be before it loses on time; 0.2 by default.",
        rich_help_panel=_TIME,
    ),
]
Patience: TypeAlias = Annotated[
    float | None,
    _option(
        "--patience",
        metavar="SECONDS",
        min=0.01,
        help="How long to wait for an engine after its time, or in total if it has none; 30 by default.",
        rich_help_panel=_TIME,
    ),
]
Openings: TypeAlias = Annotated[
    str | None,
    _option(
        "--openings",
        metavar="FILE|random:PLIES|suite|none",
        help="The openings; by default the built-in suite, or random:1 for variants without one.",
        rich_help_panel=_OPENINGS,
    ),
]
OpeningPlies: TypeAlias = Annotated[
    int | None,
    _option(
        "--opening-plies",
        metavar="N",
        min=1,
        help="Cut the openings of a file or of the suite after this many plies.",
        rich_help_panel=_OPENINGS,
    ),
]
Resign: TypeAlias = Annotated[
    str | None,
    _option(
        "--resign",
        metavar="SCORE[,MOVES]",
        help="An engine loses if it reports -SCORE or less for MOVES moves; MOVES is 3 by default.",
        rich_help_panel=_END,
    ),
]
Agree: TypeAlias = Annotated[
    str | None,
    _option(
        "--agree",
        metavar="SCORE[,MOVES]",
        help="An engine wins if both report SCORE or more for it for MOVES moves each; 3 by default.",
        rich_help_panel=_END,
    ),
]
Draw: TypeAlias = Annotated[
    str | None,
    _option(
        "--draw",
        metavar="SCORE[,MOVES[,PLY]]",
        help="A draw if both engines report at most SCORE for MOVES (8) moves each, from PLY (60) on.",
        rich_help_panel=_END,
    ),
]
MoveCap: TypeAlias = Annotated[
    int | None,
    _option(
        "--move-cap",
        metavar="PLIES",
        min=1,
        help="A game of this many plies is a draw; 400 by default.",
        rich_help_panel=_END,
    ),
]
Seed: TypeAlias = Annotated[
    int | None,
    _option("--seed", min=0, max=2**31 - 1, help="The seed of openings and of random choices of engines."),
]


@dataclass(frozen=True, slots=True)
class SettingsOptions:
    """The options about the games as the user typed them; None or empty if not given."""

    variant: str | None = None
    rule: Sequence[str] | None = None
    games: int | None = None
    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: str | None = None
    margin: float | None = None
    patience: float | None = None
    openings: str | None = None
    opening_plies: int | None = None
    resign: str | None = None
    agree: str | None = None
    draw: str | None = None
    move_cap: int | None = None
    sprt: str | None = None
    seed: int | None = None

    @property
    def given(self) -> list[str]:
        """The names of the options that were given, as on the command line."""
        return [
            "--" + name.replace("_", "-") for name in self.__slots__ if getattr(self, name) not in (None, [])
        ]


def build_settings(
    engines: Sequence[str], format: str, game: str, options: SettingsOptions, concurrency: int = 1
) -> MatchSettings:
    """Make the settings of a match or tournament. Raises `UsageError` and other `HexapodaError`s."""
    from hexapoda.arena.adjudication import Adjudication
    from hexapoda.arena.openings import choose_openings, usual_openings
    from hexapoda.arena.settings import MatchSettings, SprtSettings
    from hexapoda.clock import TimeControl
    from hexapoda.registry import LIMITS, parse_engine, split_limits

    rulebook = find_game(game)
    rules: Mapping[str, str] = rulebook.parse_rules(options.rule or ())
    variant = check_variant(rulebook, options.variant) if options.variant else rulebook.variants[0]
    texts, own_limits = zip(*(split_limits(text, game) for text in engines), strict=True)
    for text in texts:
        parse_engine(text, game)
    limits = {name: getattr(options, name) for name in LIMITS}
    own_controls = [_own_control(text, own) for text, own in zip(engines, own_limits, strict=True)]
    resign = numbers_of("--resign", options.resign, 1, 2)
    agree = numbers_of("--agree", options.agree, 1, 2)
    draw = numbers_of("--draw", options.draw, 1, 3)
    adjudication = Adjudication(
        **_given(
            resign_score=_at(resign, 0),
            resign_moves=_whole(resign, 1),
            win_score=_at(agree, 0),
            win_moves=_whole(agree, 1),
            draw_score=_at(draw, 0),
            draw_moves=_whole(draw, 1),
            draw_ply=_whole(draw, 2),
            move_cap=options.move_cap,
        )
    )
    sprt = numbers_of("--sprt", options.sprt, 2, 2)
    seed = secrets.randbelow(2**31) if options.seed is None else options.seed
    games = options.games
    if games is None:  # a sequential test usually ends long before this maximum
        games = 2_000 if sprt else 100
    source = options.openings or usual_openings(game, variant)
    openings = choose_openings(
        source,
        game=game,
        variant=variant,
        rules=rules,
        seed=seed,
        pairs=(games + 1) // 2,
        plies=options.opening_plies,
    )
    return MatchSettings(
        engines=texts,
        control=TimeControl.of(limits),
        **_given(margin=options.margin, patience=options.patience),
        games=games,
        format=format,
        game=game,
        variant=variant,
        rules=tuple(rules.items()),
        openings=openings,
        opening_source=Path(source).name if source not in ("suite", "none") else source,
        adjudication=adjudication,
        concurrency=concurrency,
        seed=seed,
        sprt=SprtSettings(sprt[0], sprt[1]) if sprt else None,
        own_controls=tuple(own_controls) if any(own_controls) else (),
    )


def _own_control(text: str, limits: Mapping[str, str]) -> TimeControl | None:
    from hexapoda.clock import TimeControl

    try:
        return TimeControl.of(limits) if limits else None
    except UsageError as error:
        raise UsageError(f"engine {text!r}: {error}") from None


def numbers_of(option: str, text: str | None, least: int, most: int) -> list[float]:
    """Parse a text such as `0,5` into `least` to `most` numbers. None gives []. Raises `UsageError`."""
    if text is None:
        return []
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not least <= len(numbers) <= most or not all(abs(number) < 1e9 for number in numbers):
        count = str(least) if least == most else f"{least} to {most}"
        raise UsageError(f"{option} {text!r}: expected {count} comma-separated numbers")
    return numbers


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _at(numbers: Sequence[float], index: int) -> float | None:
    return numbers[index] if index < len(numbers) else None


def _whole(numbers: Sequence[float], index: int) -> int | None:
    value = _at(numbers, index)
    return None if value is None else int(value)
