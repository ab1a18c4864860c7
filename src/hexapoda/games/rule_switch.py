"""`RuleSwitch`: a rule that players can set, and the functions that read its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hexapoda.errors import UsageError
from hexapoda.text.sentence import Sentence
from hexapoda.text.suggestion import hint

__all__ = ["RuleSwitch", "rule_values", "split_rules"]


@dataclass(frozen=True, slots=True)
class RuleSwitch:
    """A rule that a game lets players set."""

    name: str
    """The word before the `=` in `--rule opening=free`."""
    choices: tuple[str, ...]
    """The possible values; the first is the default."""
    summary: str
    """A one-line description."""
    advised: Mapping[str, str] = field(default_factory=dict)
    """The values that the page proposes instead of the default, by variant."""


def rule_values(game: str, switches: Iterable[RuleSwitch], given: Mapping[str, str] | None) -> dict[str, str]:
    """Return the value of each switch of a game: the one in `given`, or else the default. Raises `UsageError`
    for an unknown switch or value.
    """
    known = {switch.name: switch for switch in switches}
    values = {name: switch.choices[0] for name, switch in known.items()}
    for name, choice in (given or {}).items():
        switch = known.get(name)
        if switch is None:
            expected = f"expected one of {', '.join(known)}" if known else "the game has no rule switches"
            raise UsageError(
                Sentence(
                    "no rule of {game} is called {name!r}: {expected}",
                    game=game,
                    name=name,
                    expected=hint(name, known, expected),
                )
            )
        if choice not in switch.choices:
            raise UsageError(
                Sentence(
                    "rule {name!r} must be one of {choices}, not {choice!r}",
                    name=name,
                    choices=", ".join(switch.choices),
                    choice=choice,
                )
            )
        values[name] = choice
    return values


def split_rules(texts: Iterable[str]) -> dict[str, str]:
    """Return the switches and values in strings of the form `NAME=CHOICE`, as in `--rule opening=free`."""
    pairs = (text.partition("=") for text in texts)
    return {name.strip(): choice.strip() for name, _, choice in pairs}
