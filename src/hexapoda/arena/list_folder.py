"""The folder of a rating list: a settings file, and beside it the journal of the games.

    engines = ["versions/*.py:Bot", "net:nets/*.net", "mzinga*", "greedy"]
    time = 0.5                      # or any other options of a match
    anchor = "greedy"               # by default the first engine
    anchor_elo = 1000

This module reads the file, `rating-list.toml`, and brings the journal's settings up to date with it. An entry
with `*` stands for all files, or all external engines, that match it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from glob import glob
from pathlib import Path
from typing import Any

from hexapoda.arena.journal import Journal
from hexapoda.arena.options import MatchOptions
from hexapoda.arena.rating_list import ListedEngine, ListSettings
from hexapoda.arena.settings import MatchSettings
from hexapoda.arena.tournament import read_match_file
from hexapoda.clock import TimeControl
from hexapoda.engines.external import external_names
from hexapoda.errors import UsageError
from hexapoda.games import DEFAULT_GAME
from hexapoda.registry import EngineSpec, parse_engine
from hexapoda.text.suggestion import did_you_mean

__all__ = ["LIST_FILE", "ListFile", "open_list", "read_list"]

LIST_FILE = "rating-list.toml"
_GAMES = 1000
"""The maximum number of games between any two engines, if the file does not set it."""
_KEYS: dict[str, Any] = {"engines": list[str] | None, "anchor": str | None, "anchor_elo": float | None}
_KEPT = ("game", "variant", "rules", "control", "opening_source", "adjudication", "margin", "patience")
"""The settings that must not change: ratings from games with different settings are not comparable."""

Check = Callable[[EngineSpec], tuple[int, tuple[str, ...]]]
"""A function that checks whether an external engine follows its protocol. It returns the number of checks,
and the names of those that failed.
"""


@dataclass(frozen=True, slots=True)
class ListFile:
    """The content of a rating list's file."""

    engines: tuple[str, ...]
    """The texts of the engines; entries with `*` are expanded."""
    anchor: int
    """The index of the anchor in `engines`."""
    elo: float
    """The rating of the anchor."""
    options: MatchOptions


def read_list(folder: Path) -> ListFile:
    """Return the content of the file `rating-list.toml` in `folder`, which must be the current folder,
    because the paths of engines are relative to it.

    Raises `UsageError`, which names the file.
    """
    path = folder / LIST_FILE
    if not path.is_file():
        raise UsageError(
            f"there is no file {LIST_FILE!r} in {str(folder)!r}; it might say:\n"
            '  engines = ["greedy", "alphabeta:level=4", "bots/*.py:Bot"]\n'
            "  nodes = 1000"
        )
    values, options = read_match_file(path, MatchOptions(), _KEYS)
    entries = values["engines"] or []
    engines = [text for entry in entries for text in _expanded(entry, options.game or DEFAULT_GAME, path)]
    for text in engines:
        if engines.count(text) > 1:
            raise UsageError(f"{path}: engine {text!r} is listed twice")
    if len(engines) < 2:
        raise UsageError(f"{path}: a rating list has at least two engines, not {len(engines)}")
    if options.games is not None and options.games < 1:
        raise UsageError(f"{path}: games = {options.games}: expected at least 1")
    anchor = values["anchor"] or engines[0]
    if anchor not in engines:
        raise UsageError(
            f"{path}: the anchor {anchor!r} is not one of the engines{did_you_mean(anchor, engines)}"
        )
    return ListFile(tuple(engines), engines.index(anchor), values["anchor_elo"] or 0.0, options)


def _expanded(entry: str, game: str, path: Path) -> list[str]:
    """Return the texts of the engines that an entry of the file stands for."""
    if "*" not in entry:
        return [entry]
    before, after = "", ""
    pattern = entry
    if entry.startswith("net:"):
        before, pattern = "net:", entry.removeprefix("net:")
        pattern, comma, values = pattern.partition(",")
        after = comma + values
    elif (end := entry.find(".py:")) >= 0:
        pattern, after = entry[: end + 3], entry[end + 3 :]
    else:
        pattern, colon, values = entry.partition(":")
        names = sorted(name for name in external_names(game) if fnmatchcase(name, pattern))
        if not names:
            raise UsageError(f"{path}: {entry!r} matches no external engine of {game}")
        return [name + colon + values for name in names]
    files = sorted(each.replace(os.sep, "/") for each in glob(pattern))  # noqa: PTH207 (it may be absolute)
    if not files:
        raise UsageError(f"{path}: {entry!r} matches no file in {str(path.parent)!r}")
    return [f"{before}{file}{after}" for file in files]


def open_list(
    folder: Path, file: ListFile, check: Check, *, within: float | None = None, accept: bool = False
) -> Journal:
    """Bring the journal of a list up to date with its file, and return the journal.

    New engines are added, those that are no longer in the file are retired, and external engines that are new
    or have changed are passed to `check`. It is an error if an engine has changed since its games were
    played, unless `accept` is true: then the old games still count. `within` is as in `ListSettings`. Raises
    `UsageError`, `InvalidGameError` for a damaged journal, and the errors of `check`.
    """
    journal = Journal(folder)
    with journal.locked():
        old = journal.settings() if journal.exists() else None
        journal.write_settings(_settings(journal, old, file, check, within=within, accept=accept))
    return journal


def _settings(
    journal: Journal,
    old: MatchSettings | None,
    file: ListFile,
    check: Check,
    *,
    within: float | None,
    accept: bool,
) -> MatchSettings:
    """Return the settings of the list according to its file. `old`: its previous settings, if any."""
    # Choose openings for at least the default number of games, because the limit may be raised later.
    games = file.options.games or _GAMES
    options = replace(file.options, games=max(games, _GAMES))
    new = options.settings(file.engines, format="round-robin")
    if file.options.games is None and new.openings:  # deterministic engines would repeat their games
        games = min(games, 2 * len(new.openings))
    specs = dict(zip(new.names, (parse_engine(text, new.game) for text in new.engines), strict=True))
    if old is not None:
        _compare(old, new, file.options)
    listed = {} if old is None else _listed(journal.folder, old)
    added = [name for name in new.names if name not in listed]
    engines = []
    for name in (*listed, *added):
        before, spec = listed.get(name), specs.get(name)
        if spec is None:
            assert before is not None
            engines.append(replace(before, retired=True))
            continue
        made_of = spec.version()
        if before is not None and before.version == made_of:
            engines.append(replace(before, retired=False))
            continue
        if before is not None and not accept and _has_games(journal, name):
            raise UsageError(
                f"engine {name!r} has changed since it played its games ({before.version}, now "
                f"{made_of}): to compare both, add the old one under another name; to count its games for "
                "the new one, give --accept-changes"
            )
        engines.append(ListedEngine(made_of, *(() if spec.external is None else check(spec))))
    names = [*listed, *added]
    places = [new.names.index(name) for name in added]
    controls = [*_controls(old), *(_controls(new)[place] for place in places)]
    return replace(
        old or replace(new, event=journal.folder.resolve().name),
        format="list",
        games=games,
        engines=(*(old.engines if old else ()), *(new.engines[place] for place in places)),
        own_controls=tuple(controls) if any(controls) else (),
        rating_list=ListSettings(tuple(engines), names.index(new.names[file.anchor]), file.elo, within),
    )


def _has_games(journal: Journal, name: str) -> bool:
    return any(player.name == name for record in journal.records() for player in record.players)


def _controls(settings: MatchSettings | None) -> Sequence[TimeControl | None]:
    """Return, for each engine, its own limits or None; empty without settings."""
    if settings is None:
        return ()
    return settings.own_controls or (None,) * len(settings.engines)


def _compare(old: MatchSettings, new: MatchSettings, options: MatchOptions) -> None:
    """Raise `UsageError` if the file now asks for games that cannot be compared with the old ones."""
    changed = [name for name in _KEPT if getattr(old, name) != getattr(new, name)]
    if options.seed is not None and old.seed != options.seed:
        changed.append("seed")
    if changed:
        changes = (
            f"{name} {_text(getattr(new, name))}, begun with {_text(getattr(old, name))}" for name in changed
        )
        raise UsageError(
            f"{LIST_FILE} has changed: {'; '.join(changes)}. Ratings from such games cannot be compared: "
            "begin a list in another folder"
        )


def _text(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)


def _listed(folder: Path, old: MatchSettings) -> dict[str, ListedEngine]:
    if old.rating_list is None:
        raise UsageError(
            f"{str(folder)!r} has the journal of a match, not of a rating list: choose another folder"
        )
    return dict(zip(old.names, old.rating_list.engines, strict=True))
