"""The registry of engines: turns text such as `greedy:seed=7` into an engine.

Resolves the names of engines: those of this package, the user's external programs (`engines.external`), those
that other packages register in the entry-point group `hexapoda.engines`, networks such as `net:hex-5x5` or
`net:FILE`, and bots in script files. An engine is identified by its game and its name; if two have the same
name, the first in this order is used. `engines.bot_file` loads script files; `hexapoda.engine` defines the
interface.

A package registers an engine in its pyproject.toml, with the name GAME.NAME:

    [project.entry-points."hexapoda.engines"]
    "hive.mybot" = "mybot.player:MyBot"
"""

from __future__ import annotations

import hashlib
import importlib
import re
import shlex
import shutil
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from hexapoda.engine import Engine, Option, OptionValue, find_seed, fit_seed
from hexapoda.engines.external import ExternalEngine, external_engines
from hexapoda.errors import EngineError, HexapodaError, UnknownEngineError, UsageError
from hexapoda.foreign_error import describe_error
from hexapoda.games import DEFAULT_GAME, find_game, game_names
from hexapoda.text.suggestion import hint

__all__ = [
    "ENTRY_POINT_GROUP",
    "LIMITS",
    "EngineSpec",
    "add_values",
    "default_engine",
    "default_spec",
    "engines",
    "parse_engine",
    "program_spec",
    "split_limits",
]

ENTRY_POINT_GROUP = "hexapoda.engines"
"""The entry-point group in which other packages register their engines."""
LIMITS = ("time", "nodes", "depth", "clock")
"""Limits that an engine's text may set in a match, unless the engine has an option with that name."""
_NET = "net:"
_NETWORK_SOURCE = "hexapoda.engines.network:NetworkSource"
_SCRIPT = re.compile(r"(?P<target>.+?\.py:[^:=,]*)(?::(?P<values>.*))?", re.DOTALL)
_NETWORK = re.compile(r"(?P<target>net:[^=,]+)(?:,(?P<values>.*))?", re.DOTALL)
_NAMED = re.compile(r"(?P<name>[^:=,]*)(?::(?P<values>.*))?", re.DOTALL)
_NAME = re.compile(r"[^:=,]+")


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """The name of an engine and the options to create it with. Small, hashable and picklable; the class of
    the engine is loaded only when it is needed.
    """

    game: str
    name: str
    """The name in the registry, FILE.py:CLASS or net:NETWORK."""
    target: str
    """`package.module:Class`, FILE.py:CLASS, net:FILE, or the command of a program."""
    values: tuple[tuple[str, OptionValue], ...] = ()
    """The given options, by name."""
    external: ExternalEngine | None = None
    """The external program with its settings; None for other engines."""

    @property
    def text(self) -> str:
        """The text that `parse_engine` turns into this spec, such as `greedy:seed=7`."""
        values = ",".join(f"{name}={_text_of(value)}" for name, value in self.values)
        return add_values(self.name, values) if values else self.name

    @property
    def given(self) -> dict[str, OptionValue]:
        """The given options as a mapping."""
        return dict(self.values)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the engine. Raises `EngineError` if its class cannot be loaded."""
        return _options_of(self._load())

    @property
    def summary(self) -> str:
        """A line about the engine, possibly empty: for a class, the first line of its docstring; for a
        program or a network, its own summary. Raises the errors of `options`.
        """
        if self.external is not None:
            return self.external.summary
        if self.target.startswith(_NET):
            return str(self._load().summary)
        return (self._load().__doc__ or "").strip().split("\n", 1)[0]

    def version(self) -> str:
        """Return text that identifies the engine's code: the name and version of its package, or a checksum
        of its program, script or network. Raises `UsageError` if a file is missing or cannot be read.
        """
        if self.external is not None:
            command, cwd = self.external.command, Path(self.external.cwd)
            program = shutil.which(command[0])
            if program is None:
                raise UsageError(f"engine {self.name!r}: there is no program {command[0]!r}")
            return _checksum(
                [Path(program), *filter(Path.is_file, (cwd / word for word in command[1:]))], command
            )
        if self.target.startswith(_NET):
            return _network_version(Path(self.target.removeprefix(_NET)))
        module, _, _ = self.target.rpartition(":")
        return _checksum([Path(module)]) if module.endswith(".py") else _package(module.partition(".")[0])

    def with_values(self, values: Mapping[str, object]) -> EngineSpec:
        """Return the spec with these options added. Raises `UsageError` for an invalid option."""
        checked = _checked(self.name, self.options, {**self.given, **values})
        return replace(self, values=tuple(sorted(checked.items())))

    def with_seed(self, seed: int) -> EngineSpec:
        """Return the spec with this seed, fitted to the bounds of the option `seed`; unchanged if the engine
        has no such option or `given` contains a seed.
        """
        option = find_seed(self.options)
        if option is None or "seed" in self.given:
            return self
        return self.with_values({"seed": fit_seed(option, seed)})

    def create(self, **overrides: OptionValue) -> Engine:
        """Create the engine; `overrides` replace options of the spec.

        Raises `UsageError` for an unknown option or a value that is not allowed, and `EngineError`, with the
        cause, if the class cannot be loaded, raises an error, or is not an engine.
        """
        engine_class = self._load()
        values = _checked(self.name, _options_of(engine_class), {**self.given, **overrides})
        try:
            engine = engine_class(**values)
        except HexapodaError:
            raise
        except (Exception, SystemExit) as error:
            raise EngineError(
                f"engine {self.name!r} could not be created: {describe_error(error)}"
            ) from error
        _require_engine(engine, self.name)
        return engine  # type: ignore[no-any-return]

    def _load(self) -> Any:
        if self.external is not None:
            return self.external
        if self.target.startswith(_NET):
            return self._network_source(Path(self.target.removeprefix(_NET)))
        return self._import(self.target)

    def _network_source(self, path: Path) -> Any:
        from hexapoda.nets.network_file import read_header  # few commands need it

        architecture = read_header(path).architecture
        source = find_game(self.game).network_engines.get(architecture, _NETWORK_SOURCE)
        return self._import(source)(path, self.name)

    def _import(self, target: str) -> Any:
        path, _, attribute = target.rpartition(":")
        if path.endswith(".py"):
            from hexapoda.engines.bot_file import load_bot  # its imports are slow and rarely needed

            return load_bot(path, attribute)
        try:
            return getattr(importlib.import_module(path), attribute)
        except (Exception, SystemExit) as error:
            raise EngineError(
                f"engine {self.name!r} cannot be loaded from {target!r}: {describe_error(error)}"
            ) from error


def _checksum(files: Sequence[Path], words: Sequence[str] = ()) -> str:
    """Return a checksum of the contents of files, and of `words`."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in files:
        try:
            digest.update(file.read_bytes())
        except OSError as error:
            raise UsageError(f"cannot read {str(file)!r}: {error.strerror}") from None
    return f"sha256 {digest.hexdigest()[:16]}"


def _network_version(path: Path) -> str:
    """Return a checksum of the weights and of the header fields that determine how the network plays. Other
    fields, such as an Elo rating measured later, do not matter.
    """
    from hexapoda.nets.network_file import read_weights  # few commands need it

    header, weights = read_weights(path)
    kind = (header.architecture, sorted(header.sizes.items()), header.weight_type, header.variant)
    encoding = sorted(header.rules.items()), header.observation, header.actions
    digest = hashlib.sha256(repr((kind, encoding)).encode() + weights)
    return f"sha256 {digest.hexdigest()[:16]}"


def _package(module: str) -> str:
    """Return the name and version of the distribution that provides a module; the name alone if it is not
    installed.
    """
    from importlib import metadata  # slow, and rarely needed

    [name, *_] = metadata.packages_distributions().get(module, [module])
    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:
        return name


def default_engine(game: str) -> str:
    """Return the name of the default engine of `game`. Raises `UsageError` for an unknown game."""
    return find_game(game).default_engine


def default_spec(game: str) -> EngineSpec:
    """Return the default engine of `game`. Raises `UsageError` for an unknown game."""
    return parse_engine(default_engine(game), game)


def program_spec(
    command: Sequence[str],
    game: str = DEFAULT_GAME,
    *,
    protocol: str | None = None,
    name: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    cwd: str | Path = "",
    log: str | Path = "",
) -> EngineSpec:
    """Return the spec of an external program, without adding it to the user's engines. `create` starts the
    program, and so does `AsyncEngine`.

    `protocol` defaults to that of the game, `uhp` or `htp`. `options` are set at each start; their names are
    those of the engine, or Python spellings of them. `cwd` is the folder in which the program runs, and `log`
    is a file to which the conversation is appended. Raises `UsageError` for an empty command and for a
    protocol that the game does not support.
    """
    protocols = find_game(game).protocols
    if isinstance(command, str):
        raise UsageError(f"the command {command!r} is a string: expected a list of words")
    if not command or not command[0]:
        raise UsageError("the command of an engine is empty: expected a program and its arguments")
    if not protocols:
        raise UsageError(f"{game} has no protocol for external engines")
    if protocol not in (None, *protocols):
        expected = " or ".join(protocols)
        raise UsageError(f"engines of {game} do not speak {protocol!r}: expected {expected}")
    external = ExternalEngine(
        game,
        name or Path(command[0]).name,
        protocol or protocols[0],
        tuple(command),
        cwd=str(cwd),
        log=str(log),
        given=tuple((key, _text_of(value)) for key, value in (options or {}).items()),
    )
    return EngineSpec(game, external.name, shlex.join(command), external=external)


def parse_engine(text: str, game: str | None = None) -> EngineSpec:
    """Parse `NAME[:key=value,...]`, `FILE.py:CLASS[:key=value,...]` or `net:NETWORK[,key=value,...]`.

    Without `game`, the game is the one that the network was made for, or the first with an engine of this
    name: `rave` is a Hex engine; `mcts`, which both games have, and every script are taken as Hive engines.

    Raises `UnknownEngineError` for an unknown name, suggesting the nearest one; `UsageError` for an unknown
    option or a value that is not allowed, and for a network that is missing or made for another game;
    `EngineError` if options are given and the engine's class, which is needed to check them, cannot be
    loaded.
    """
    if game is not None:
        find_game(game)
    if text.startswith(_NET):
        match = _NETWORK.fullmatch(text)
        if match is None:
            raise UsageError(
                f"{text!r} is not an engine: expected net:NETWORK[,key=value,...], "
                "where the path of a NETWORK has no ',' and no '='"
            )
        spec = _network(match["target"], game)
    elif match := _SCRIPT.fullmatch(text):
        spec = EngineSpec(game or DEFAULT_GAME, match["target"], match["target"])
        if not match["target"].rpartition(":")[2].isidentifier():
            raise UsageError(f"{text!r} has no class name: an engine in a script is written FILE.py:CLASS")
    else:
        match = _NAMED.fullmatch(text)
        if match is None or not match["name"]:
            raise UsageError(f"{text!r} is not an engine: expected NAME[:key=value,...] or FILE.py:CLASS")
        spec = _named(match["name"], game)
    return _with_texts(spec, match["values"]) if match["values"] is not None else spec


def split_limits(text: str, game: str | None = None) -> tuple[str, dict[str, str]]:
    """Split the limits off the text of an engine: `a:level=3,time=2` becomes `a:level=3` and `{"time": "2"}`.

    If the engine has an option with the name of a limit, the option is meant. Raises the errors of
    `parse_engine`, and `UsageError` for a limit that is given twice.
    """
    match = _match(text)
    values = match["values"] if match else None
    if match is None or values is None or not any(map(_limit_of, values.split(","))):
        return text, {}
    bare = text[: match.start("values") - 1]
    options = {option.name for option in parse_engine(bare, game).options}
    rest: list[str] = []
    limits: dict[str, str] = {}
    for part in values.split(","):
        name = _limit_of(part)
        if name is None or name in options:
            rest.append(part)
        elif name in limits:
            raise UsageError(f"engine {bare!r}: the limit {name!r} is given twice")
        else:
            limits[name] = part.partition("=")[2].strip()
    return (add_values(bare, ",".join(rest)) if rest else bare), limits


def add_values(text: str, values: str) -> str:
    """Return the text of an engine with more `key=value` pairs appended."""
    match = _match(text)
    comma = text.startswith(_NET) or (match is not None and match["values"])
    return f"{text},{values}" if comma else f"{text}:{values}"


def _match(text: str) -> re.Match[str] | None:
    return _NETWORK.fullmatch(text) or _SCRIPT.fullmatch(text) or _NAMED.fullmatch(text)


def _limit_of(part: str) -> str | None:
    name, equals, _ = part.partition("=")
    return name.strip() if equals and name.strip() in LIMITS else None


def engines(game: str = DEFAULT_GAME) -> list[EngineSpec]:
    """Return all engines of `game`: those of this package, then external programs, then those of other
    packages, each group sorted by name.

    An entry point that does not have the form GAME.NAME = module:Class, or that reuses the name of an engine
    of this package, is ignored with a warning. Raises `UsageError` if the file of the external programs is
    invalid.
    """
    built_in = find_game(game).engines
    found: dict[str, EngineSpec] = {}
    plugins = {name: target for (of, name), target in _plugins(tuple(sys.path)).items() if of == game}
    for spec in [*_specs(built_in, game), *_external(game), *_specs(plugins, game)]:
        found.setdefault(spec.name, spec)
    return list(found.values())


def _network(target: str, game: str | None) -> EngineSpec:
    """Return the engine `net:NAME` or `net:FILE`."""
    from hexapoda.nets.network_file import read_header  # few commands need them
    from hexapoda.nets.shipped import find_network

    path = find_network(target.removeprefix(_NET))
    made_for = read_header(path).game
    if game not in (None, made_for):
        raise UsageError(
            f"the network {target.removeprefix(_NET)!r} plays {made_for}: expected one for {game}"
        )
    return EngineSpec(made_for, target, f"{_NET}{path.resolve()}")


def _specs(table: Mapping[str, str], game: str) -> list[EngineSpec]:
    return [EngineSpec(game, name, target) for name, target in sorted(table.items())]


def _external(game: str) -> list[EngineSpec]:
    return [
        EngineSpec(game, engine.name, shlex.join(engine.command), external=engine)
        for engine in external_engines(game)
    ]


def _named(name: str, game: str | None) -> EngineSpec:
    games = game_names() if game is None else (game,)
    for each in games:
        if (found := _find(name, each)) is not None:
            return found
    names = list(dict.fromkeys(spec.name for each in games for spec in engines(each)))
    suggestion = hint(name.lower(), names, f"expected one of {', '.join(names)}, or FILE.py:CLASS")
    if name.endswith(".py"):
        suggestion = f"a bot in a script is written FILE.py:CLASS, for example {name + ':Bot'!r}"
    which = "engine" if game is None else f"{game} engine"
    raise UnknownEngineError(f"no {which} is called {name!r}: {suggestion}")


def _find(name: str, game: str) -> EngineSpec | None:
    """Return the engine of a game with this name; None if the game has none."""
    target = find_game(game).engines.get(name)
    if target is None:
        added = next((spec for spec in _external(game) if spec.name == name), None)
        if added is not None:
            return added
        target = _plugins(tuple(sys.path)).get((game, name))
    return None if target is None else EngineSpec(game, name, target)


def _with_texts(spec: EngineSpec, text: str) -> EngineSpec:
    known = {option.name: option for option in spec.options}
    values: dict[str, OptionValue] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        name = name.strip()
        if not equals:
            raise UsageError(f"engine {spec.name!r}: expected key=value[,key=value...], not {part!r}")
        if name not in known:
            raise UsageError(_unknown_option(spec.name, name, tuple(known)))
        if name in values:
            raise UsageError(f"engine {spec.name!r}: option {name!r} is given twice")
        try:
            values[name] = known[name].parse(value)
        except UsageError as error:
            raise UsageError(f"engine {spec.name!r}: {error}") from None
    return replace(spec, values=tuple(sorted(values.items())))


@cache
def _plugins(path: tuple[str, ...]) -> Mapping[tuple[str, str], str]:
    """Return the engines that other packages register, as `module:Class` by game and name. `path` is
    `sys.path`, which serves only as the cache key.
    """
    from importlib.metadata import entry_points  # slow, and not needed for built-in engines

    found: dict[tuple[str, str], str] = {}
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        game, dot, name = entry.name.partition(".")
        if not dot or game not in game_names() or not _NAME.fullmatch(name) or ":" not in entry.value:
            trouble = f"expected GAME.NAME = module:Class, where GAME is {' or '.join(game_names())}"
        elif name in find_game(game).engines:
            trouble = f"{name!r} is an engine of this package"
        else:
            found[game, name] = entry.value
            continue
        warnings.warn(f"entry point {entry.name!r} = {entry.value!r} is ignored: {trouble}", stacklevel=3)
    return found


def _options_of(engine_class: Any) -> tuple[Option, ...]:
    return tuple(getattr(engine_class, "options", ()))


def _checked(
    engine: str, options: tuple[Option, ...], values: Mapping[str, object]
) -> dict[str, OptionValue]:
    known = {option.name: option for option in options}
    checked: dict[str, OptionValue] = {}
    for name, value in values.items():
        if name not in known:
            raise UsageError(_unknown_option(engine, name, tuple(known)))
        try:
            checked[name] = known[name].check(value)
        except UsageError as error:
            raise UsageError(f"engine {engine!r}: {error}") from None
    return checked


def _unknown_option(engine: str, name: str, known: tuple[str, ...]) -> str:
    otherwise = f"it has {', '.join(known) or 'none'}"
    if name in LIMITS:
        otherwise = "an ENGINE can have its own limit only in a match"
    return f"engine {engine!r} has no option {name!r}: {hint(name, known, otherwise)}"


def _require_engine(engine: object, name: str) -> None:
    missing = [verb for verb in ("search", "stop", "new_game") if not callable(getattr(engine, verb, None))]
    if not isinstance(getattr(engine, "name", None), str):
        missing.insert(0, "name")
    if missing:
        raise EngineError(
            f"{name!r} is not an engine: {type(engine).__name__} lacks {', '.join(missing)} "
            "(a class that inherits from hexapoda.engine.Engine only needs name and search)"
        )


def _text_of(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
