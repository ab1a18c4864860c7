"""External engines: programs that the user registered in `engines.toml` in the data folder.

Reads and validates the file, and writes it atomically. The file also stores what an engine reported when it
was added (its identity and options), so that lists and option checks need not start it. `hexapoda.protocols`
communicates with the programs; the registry resolves names.

    [hive.mzinga]
    protocol = "uhp"
    command = ["/opt/mzinga/MzingaEngine"]
    cwd = "/opt/mzinga"

    [hive.mzinga.options]
    MaxHelperThreads = "1"
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hexapoda.engine import Engine, Option, OptionValue
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.files.file_lock import hold_lock
from hexapoda.games import find_game
from hexapoda.protocols.htp import options as htp_options
from hexapoda.protocols.uhp import options as uhp_options
from hexapoda.text.sentence import reason_of

__all__ = [
    "ExternalEngine",
    "add_external",
    "external_engines",
    "external_file",
    "external_names",
    "remove_external",
]

_HEADER = "# The engines added with `hexapoda engines add`, which rewrites this file.\n"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}", re.ASCII)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_TEXTS = ("protocol", "cwd", "log", "identity", "expansions")
_LISTS = ("command", "known_options")
_PATIENCE = 10.0
"""Seconds to wait for another command that changes the file."""


@dataclass(frozen=True, slots=True)
class ExternalEngine:
    """An external engine, as the file describes it. Calling it starts the engine."""

    game: str
    name: str
    protocol: str
    command: tuple[str, ...]
    cwd: str = ""
    """The working folder; empty for the current one."""
    log: str = ""
    """A log file to which all communication with the engine is appended; empty for none."""
    given: tuple[tuple[str, str], ...] = ()
    """The options to set, under the engine's own names. Values of known options are checked when the file is
    read, all other names and values when the engine starts."""
    identity: str = ""
    """The name that the engine reported."""
    expansions: str = ""
    """The expansions that the engine reported; empty for engines that have none."""
    known_options: tuple[str, ...] = ()
    """The options that the engine reported, in the format of its protocol."""

    @property
    def summary(self) -> str:
        """A one-line description for lists."""
        who = f"{self.identity}, an" if self.identity else "An"
        return f"{who} external engine that speaks {self.protocol.upper()}."

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that the engine reported. Values in the file replace their defaults."""
        given = dict(self.given)
        return tuple(
            replace(option, default=option.parse(given[own_name])) if own_name in given else option
            for own_name, option in self._known
        )

    def __call__(self, **values: OptionValue) -> Engine:
        """Start the engine with `values` set. Raises `EngineError` and `UsageError`."""
        from hexapoda.protocols.htp.client import HtpEngine  # needed only to start an engine
        from hexapoda.protocols.uhp.client import UhpEngine

        start = HtpEngine if self.protocol == "htp" else UhpEngine
        return start(
            self.command,
            name=self.name,
            options={**dict(self.given), **values},
            cwd=Path(self.cwd) if self.cwd else None,
            log=Path(self.log) if self.log else None,
        )

    def as_started(self, identity: str, expansions: str, options: Iterable[str]) -> ExternalEngine:
        """Return a copy with the values that the engine reported at startup. `options`: its option lines."""
        return replace(self, identity=identity, expansions=expansions, known_options=tuple(options))

    @property
    def _known(self) -> list[tuple[str, Option]]:
        """The known options under the engine's own names, without options that set rules of the game."""
        dialect = htp_options if self.protocol == "htp" else uhp_options
        known = dialect.read_options(self.known_options)
        return [
            (each.own_name, each.option) for each in known if each.own_name not in uhp_options.RULE_OPTIONS
        ]


def external_file() -> Path:
    """Return the path of `engines.toml`."""
    return data_folder() / "engines.toml"


def external_engines(game: str | None = None) -> list[ExternalEngine]:
    """Return the engines of one game, or of all games, sorted by game and name; empty if there is no file.

    Raises `UsageError`, which names the file and the engine, if the file is invalid.
    """
    return sorted(
        (engine for engine in _read() if game in (None, engine.game)),
        key=lambda engine: (engine.game, engine.name),
    )


def external_names(game: str) -> list[str]:
    """Return the names of the engines of a game."""
    return [engine.name for engine in external_engines(game)]


def add_external(engine: ExternalEngine, *, replace_old: bool = False) -> None:
    """Add an engine to the file. Raises `UsageError` if it is invalid, or its name is taken and `replace_old`
    is False.
    """
    _check(engine)
    with _changing():
        tables = _tables()
        others, taken = _without(tables, engine.game, engine.name)
        if taken and not replace_old:
            raise UsageError(f"engine {engine.name!r} already exists: remove it first, or replace it")
        _write([*_engines_in(others), engine])


def remove_external(name: str, game: str) -> None:
    """Remove an engine from the file. Raises `UsageError` if it is not there."""
    with _changing():
        tables = _tables()
        others, there = _without(tables, game, name)
        if not there:
            names = external_names(game)
            expected = f"expected {' or '.join(names)}" if names else "none has been added"
            raise UsageError(f"no external engine of {game} is called {name!r}: {expected}")
        _write(_engines_in(others))


def _check(engine: ExternalEngine) -> None:
    if not _NAME.fullmatch(engine.name) or engine.name.endswith(".py"):
        raise UsageError(
            f"{engine.name!r} cannot be the name of an engine: expected letters, digits and . _ + -, "
            "at most 64, and no .py at the end"
        )
    protocols = find_game(engine.game).protocols
    if engine.protocol not in protocols:
        raise UsageError(
            f"engines of {engine.game} do not speak {engine.protocol!r}: expected {' or '.join(protocols)}"
        )
    if not engine.command or not engine.command[0]:
        raise UsageError(f"engine {engine.name!r} has no command")
    if any("\0" in word for word in engine.command):
        raise UsageError(f"engine {engine.name!r}: a command must not contain a NUL character")
    _ = engine.options  # raises `UsageError` for an invalid value


@contextlib.contextmanager
def _changing() -> Iterator[None]:
    """Lock the file against other commands. Raises `UsageError` if they keep it locked."""
    path = external_file()
    try:
        with hold_lock(path.with_suffix(".lock"), _PATIENCE, "another command is changing it: try again"):
            yield
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {reason_of(error)}") from None


def _without(tables: Mapping[str, Any], game: str, name: str) -> tuple[dict[str, Any], bool]:
    """Return tables without that of one engine, and whether it was there. It may be invalid."""
    engines = tables.get(game)
    if not isinstance(engines, dict) or name not in engines:
        return dict(tables), False
    return {**tables, game: {other: table for other, table in engines.items() if other != name}}, True


def _read() -> list[ExternalEngine]:
    return _engines_in(_tables())


def _tables() -> dict[str, Any]:
    import tomllib  # needed only for external engines

    path = external_file()
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{str(path)!r} is not TOML: {error}") from None


def _engines_in(tables: Mapping[str, Any]) -> list[ExternalEngine]:
    """Return the engines in the tables of the file. Raises `UsageError`, which names the engine."""
    path, found = external_file(), []
    for game, engines in tables.items():
        for name, table in engines.items() if isinstance(engines, dict) else [("", None)]:
            try:
                found.append(_from_table(game, name, table))
                _check(found[-1])
            except (UsageError, InvalidGameError) as error:
                raise UsageError(f"{str(path)!r}, [{game}.{name}]: {error}") from None
    return found


def _from_table(game: str, name: str, table: Any) -> ExternalEngine:
    if not isinstance(table, Mapping):
        raise UsageError("expected a table with protocol and command")
    unknown = set(table) - {*_TEXTS, *_LISTS, "options"}
    if unknown:
        raise UsageError(f"unknown key {min(unknown)!r}: expected {', '.join((*_TEXTS, *_LISTS, 'options'))}")
    for key in _TEXTS:
        if not isinstance(table.get(key, ""), str):
            raise UsageError(f"{key} must be a string")
    for key in _LISTS:
        words = table.get(key, [])
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise UsageError(f"{key} must be a list of strings")
    options = table.get("options", {})
    if not isinstance(options, Mapping):
        raise UsageError("options must be a table")
    return ExternalEngine(
        game,
        name,
        command=tuple(table.get("command", ())),
        known_options=tuple(table.get("known_options", ())),
        given=tuple((key, str(value)) for key, value in sorted(options.items())),
        **{"protocol": "", **{key: table[key] for key in _TEXTS if key in table}},
    )


def _write(engines: list[ExternalEngine]) -> None:
    parts = [_HEADER]
    for engine in sorted(engines, key=lambda engine: (engine.game, engine.name)):
        head = f"{engine.game}.{_key(engine.name)}"
        parts.append(f"\n[{head}]\n")
        for key in ("protocol", "command", "cwd", "log", "identity", "expansions", "known_options"):
            value = getattr(engine, key)
            if value and isinstance(value, tuple):
                parts.append(f"{key} = [{', '.join(map(_text, value))}]\n")
            elif value:
                parts.append(f"{key} = {_text(value)}\n")
        if engine.given:
            parts.append(f"\n[{head}.options]\n")
            parts += [f"{_key(name)} = {_text(value)}\n" for name, value in engine.given]
    text = "".join(parts)
    try:
        text.encode("utf-8")
        write_atomically(external_file(), text)
    except UnicodeEncodeError:
        raise UsageError("the command of an engine must be text that UTF-8 can encode") from None
    except OSError as error:
        raise UsageError(f"cannot write {str(external_file())!r}: {reason_of(error)}") from None


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    """Format a TOML string: a JSON string in which U+007F is escaped too, as TOML requires."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
