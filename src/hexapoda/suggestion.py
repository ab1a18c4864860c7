"""Suggestions for misspelled words, and the check of a value against a list of choices.

Owns the wording of "did you mean". The callers know which words are allowed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from hexapoda.errors import UsageError

__all__ = ["check_choice", "did_you_mean", "nearest"]


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice most similar to `word`, ignoring case; None if no choice is similar."""
    by_fold = {choice.casefold(): choice for choice in choices}
    fold = word.casefold()
    if fold in by_fold:
        return by_fold[fold]
    found = difflib.get_close_matches(fold, by_fold, n=1, cutoff=0.5)
    if not found:  # an abbreviation is too short to count as similar
        found = [choice for choice in by_fold if fold and choice.startswith(fold)][:1]
    return by_fold[found[0]] if found else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return `; did you mean 'moves'?`, to append to a message, or an empty text."""
    choice = nearest(word, choices)
    return "" if choice is None else f"; did you mean {choice!r}?"


def check_choice(what: str, value: str, choices: Sequence[str]) -> str:
    """Return the choice that equals `value`, ignoring case. Raises `UsageError`, which lists the choices.
    `what` names the value in the message.
    """
    for choice in choices:
        if value.casefold() == choice.casefold():
            return choice
    expected = ", ".join(choices)
    raise UsageError(f"{what} {value!r} is not one of {expected}{did_you_mean(value, choices)}")
