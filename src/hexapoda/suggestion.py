"""What the user probably meant: the nearest word of a list, and the check of an option's value against one.

Owns the wording of "did you mean"; which words are allowed is the callers' business.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from hexapoda.errors import UsageError

__all__ = ["check_choice", "closest", "did_you_mean", "hint", "nearest"]


def closest(word: str, choices: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `choices` that is spelled most like `word`; None when all are less similar than `cutoff`."""
    found = difflib.get_close_matches(word, list(choices), n=1, cutoff=cutoff)
    return found[0] if found else None


def hint(word: str, choices: Iterable[str], otherwise: str, cutoff: float = 0.6) -> str:
    """`did you mean 'moves'?` with the closest of `choices`, or `otherwise` when none comes close."""
    choice = closest(word, choices, cutoff)
    return otherwise if choice is None else f"did you mean {choice!r}?"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The one of `choices` that looks most like `word`, whatever its case; None when none comes close."""
    by_fold = {choice.casefold(): choice for choice in choices}
    fold = word.casefold()
    if fold in by_fold:
        return by_fold[fold]
    found = closest(fold, by_fold, cutoff=0.5)
    if found is None and fold:  # an abbreviation is too short for the measure of likeness
        found = next((choice for choice in by_fold if choice.startswith(fold)), None)
    return None if found is None else by_fold[found]


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """`; did you mean 'moves'?` to be put behind a message, or nothing."""
    choice = nearest(word, choices)
    return "" if choice is None else f"; did you mean {choice!r}?"


def check_choice(what: str, value: str, choices: Sequence[str]) -> str:
    """`value` as `choices` spell it. Raises `UsageError` that names what `what` may be."""
    for choice in choices:
        if value.casefold() == choice.casefold():
            return choice
    expected = ", ".join(choices)
    raise UsageError(f"{what} {value!r} is not one of {expected}{did_you_mean(value, choices)}")
