"""Suggestions for misspelled words, and the check of a value against a list of choices.

Defines the wording of "did you mean". The callers provide the allowed words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from hexapoda.errors import UsageError

__all__ = ["check_choice", "closest", "did_you_mean", "hint", "nearest"]


def closest(word: str, choices: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the choice spelled most like `word`; None if no similarity, 0 to 1, reaches `cutoff`."""
    found = difflib.get_close_matches(word, list(choices), n=1, cutoff=cutoff)
    return found[0] if found else None


def hint(word: str, choices: Iterable[str], otherwise: str, cutoff: float = 0.6) -> str:
    """Return a hint such as `did you mean 'moves'?`, or `otherwise` if no choice is close."""
    choice = closest(word, choices, cutoff)
    return otherwise if choice is None else f"did you mean {choice!r}?"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice most similar to `word`, or else the first choice that begins with it, ignoring case;
    None if there is none.
    """
    by_fold = {choice.casefold(): choice for choice in choices}
    fold = word.casefold()
    if fold in by_fold:
        return by_fold[fold]
    found = closest(fold, by_fold, cutoff=0.5)
    if found is None and fold:  # an abbreviation is too short to count as similar
        found = next((choice for choice in by_fold if choice.startswith(fold)), None)
    return None if found is None else by_fold[found]


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return a suffix for a message, such as `; did you mean 'moves'?`; empty if no choice is similar."""
    choice = nearest(word, choices)
    return "" if choice is None else f"; did you mean {choice!r}?"


def check_choice(what: str, value: str, choices: Sequence[str]) -> str:
    """Return the choice that equals `value`, ignoring case. Raises `UsageError`, which lists the choices.
    `what` is the name of the value in that message.
    """
    for choice in choices:
        if value.casefold() == choice.casefold():
            return choice
    expected = ", ".join(choices)
    raise UsageError(f"{what} {value!r} is not one of {expected}{did_you_mean(value, choices)}")
