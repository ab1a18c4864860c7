"""`MatchOptions`: the options of a match, and how they become `MatchSettings`.

Each option is declared only here, with its help, unit and bounds. The fields of the class are the options of
the commands `match`, `tournament` and `rate`, the keys of a tournament file, and the arguments in Python.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexapoda.errors import UsageError
from hexapoda.games import BUILT_IN_GAMES, DEFAULT_GAME, find_game
from hexapoda.games.variant_choice import check_variant

if TYPE_CHECKING:
    from hexapoda.arena.adjudication import Adjudication
    from hexapoda.arena.settings import MatchSettings
    from hexapoda.clock import TimeControl
    from hexapoda.games.ladder import Ladder

__all__ = ["RATING_WITHIN", "MatchOptions", "option", "option_name", "option_words"]

RATING_WITHIN = 50.0
"""The default of `within`: half the width of a rating's 95% interval may be at most this many Elo."""

_GAME, _TIME, _OPENINGS, _END = "Game", "Time", "Openings", "Adjudication"


def option(help: str, short: str = "", *, default: Any = None, **more: Any) -> Any:
    """Declare an option with its `help` and a `short` name such as `-n`. `more` may contain its `unit`, its
    bounds `min` and `max`, and the `group` of options to which it belongs.
    """
    return field(default=default, metadata={"help": help, "short": short, **more})


def option_words(options: Any) -> list[str]:
    """Return the options that were given, as words of a command line: `--seed`, `7`, `--quiet`."""
    words: list[str] = []
    for each in fields(options):
        value = getattr(options, each.name)
        if value != each.default:
            for one in value if isinstance(value, list) else [value]:
                words += [option_name(each)] if one is True else [option_name(each), str(one)]
    return words


def option_name(declared: Field[Any]) -> str:
    """Return the name of an option on the command line, such as `--move-cap`."""
    return "--" + declared.name.replace("_", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """The options of a match. None stands for the default, which the help states."""

    game: str | None = option(
        f"The game: {', '.join(BUILT_IN_GAMES)}, or one of another package; {DEFAULT_GAME} by default.",
        group=_GAME,
    )
    variant: str | None = option(
        "Base, Base+MLP; for Hex a board size: 11x11, 13x9.", unit="VARIANT", group=_GAME
    )
    rule: list[str] | None = option("Set a rule switch; may be repeated.", unit="NAME=VALUE", group=_GAME)
    games: int | None = option(
        "Games per pairing, rounded up to an even number; 100 by default.",
        "-n",
        unit="N",
        min=1,
    )
    time: float | None = option("Time per move.", unit="SECONDS", min=0.001, group=_TIME)
    nodes: int | None = option("Nodes per move.", unit="N", min=1, group=_TIME)
    depth: int | None = option("Depth of each search.", unit="N", min=1, group=_TIME)
    clock: str | None = option(
        "Seconds per game and increment per move, such as 60+1.", unit="BASE+INC", group=_TIME
    )
    margin: float | None = option(
        "How late a move may be before it loses on time; 0.2 by default.", unit="SECONDS", min=0, group=_TIME
    )
    patience: float | None = option(
        "How long to wait for an engine after its time is over, or in total if its time is not limited; "
        "30 by default.",
        unit="SECONDS",
        min=0.01,
        group=_TIME,
    )
    openings: str | None = option(
        "The openings; by default the built-in suite, or random:1 for variants without one.",
        unit="FILE|random:PLIES|suite|none",
        group=_OPENINGS,
    )
    opening_plies: int | None = option(
        "Cut the openings of a file or of the suite after this many plies.", unit="N", min=1, group=_OPENINGS
    )
    resign: str | None = option(
        "An engine loses if it reports -SCORE or less for MOVES moves in a row; MOVES is 3 by default.",
        unit="SCORE[,MOVES]",
        group=_END,
    )
    agree: str | None = option(
        "An engine wins if both report that it leads by SCORE or more, for MOVES moves each; MOVES is 3 by "
        "default.",
        unit="SCORE[,MOVES]",
        group=_END,
    )
    draw: str | None = option(
        "A draw if both scores stay within SCORE of zero for MOVES (8) moves each, from PLY (60) on.",
        unit="SCORE[,MOVES[,PLY]]",
        group=_END,
    )
    move_cap: int | None = option(
        "A game of this many plies is a draw; 400 by default.", unit="PLIES", min=1, group=_END
    )
    sprt: str | None = option(
        "Stop as soon as a sequential test decides between two normalized Elo differences; --games is then "
        "the maximum, 2,000 by default.",
        unit="ELO0,ELO1",
    )
    seed: int | None = option(
        "The seed of the openings and of the engines' random choices; random by default.",
        min=0,
        max=2**31 - 1,
    )

    def settings(
        self, engines: Sequence[str], *, format: str = "match", concurrency: int | None = None
    ) -> MatchSettings:
        """Return the settings of a match between these engines; `format` is one of the formats in
        `hexapoda.arena.settings`. Raises `UsageError` or another `HexapodaError`.
        """
        from hexapoda.arena.openings import choose_openings, usual_openings
        from hexapoda.arena.settings import MatchSettings, SprtSettings
        from hexapoda.clock import TimeControl
        from hexapoda.registry import LIMITS, parse_engine, split_limits

        rulebook = find_game(self.game or DEFAULT_GAME)
        game = rulebook.name
        rules = rulebook.parse_rules(self.rule or ())
        variant = check_variant(rulebook, self.variant) if self.variant else rulebook.variants[0]
        texts, limits = zip(*(split_limits(text, game) for text in engines), strict=True)
        for text in texts:
            parse_engine(text, game)
        own_controls = tuple(map(_own_control, engines, limits))
        sprt = self._numbers("sprt", 2, 2)
        # A sequential test usually ends long before this maximum.
        games = self.games or (2_000 if sprt else 100)
        seed = secrets.randbelow(2**31) if self.seed is None else self.seed
        source = self.openings or usual_openings(game, variant)
        openings = choose_openings(
            source,
            game=game,
            variant=variant,
            rules=rules,
            seed=seed,
            pairs=(games + 1) // 2,
            plies=self.opening_plies,
        )
        return MatchSettings(
            engines=texts,
            control=TimeControl.of({name: getattr(self, name) for name in LIMITS}),
            games=games,
            format=format,
            game=game,
            variant=variant,
            rules=tuple(rules.items()),
            openings=openings,
            opening_source=Path(source).name if source not in ("suite", "none") else source,
            adjudication=self._adjudication(),
            concurrency=concurrency or 1,
            seed=seed,
            sprt=SprtSettings(sprt[0], sprt[1]) if sprt else None,
            own_controls=own_controls if any(own_controls) else (),
            **self._given("margin", "patience"),
        )

    def rating_settings(
        self, engine: str, ladder: Ladder, within: float = RATING_WITHIN, concurrency: int | None = None
    ) -> MatchSettings:
        """Return the settings of a match that rates an engine on a ladder until half the width of the 95%
        interval is at most `within` Elo. The variant is the ladder's unless the options give one. Raises the
        errors of `settings`.
        """
        from hexapoda.arena.ladder import LadderSettings

        options = replace(self, variant=self.variant or ladder.variant)
        engines = [engine, *(rung.text for rung in ladder.rungs)]
        settings = options.settings(engines, format="gauntlet", concurrency=concurrency)
        elo = tuple(float(rung.elo) for rung in ladder.rungs)
        return replace(settings, ladder=LadderSettings(elo, within))

    def _adjudication(self) -> Adjudication:
        from hexapoda.arena.adjudication import Adjudication

        numbers: dict[str, Any] = self._given("move_cap")
        for name, most, parts in (
            ("resign", 2, ("resign_score", "resign_moves")),
            ("agree", 2, ("win_score", "win_moves")),
            ("draw", 3, ("draw_score", "draw_moves", "draw_ply")),
        ):
            numbers |= zip(parts, self._numbers(name, 1, most), strict=False)
        return Adjudication(
            **{name: each if name.endswith("score") else int(each) for name, each in numbers.items()}
        )

    def _numbers(self, name: str, least: int, most: int) -> list[float]:
        """Return the `least` to `most` numbers of an option such as `0,5`; empty if it is not given."""
        text = getattr(self, name)
        if text is None:
            return []
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError:
            numbers = []
        if not least <= len(numbers) <= most or not all(abs(number) < 1e9 for number in numbers):
            count = str(least) if least == most else f"{least} to {most}"
            raise UsageError(f"--{name} {text!r}: expected {count} comma-separated numbers")
        return numbers

    def _given(self, *names: str) -> dict[str, Any]:
        return {name: value for name in names if (value := getattr(self, name)) is not None}


def _own_control(text: str, limits: Mapping[str, str]) -> TimeControl | None:
    from hexapoda.clock import TimeControl

    try:
        return TimeControl.of(limits) if limits else None
    except UsageError as error:
        raise UsageError(f"engine {text!r}: {error}") from None
