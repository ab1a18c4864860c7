"""The engines whose networks can learn from their own searches: their settings, and what a run needs of them.

The settings need no PyTorch, so that they can be read and checked without it.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hexapoda.errors import UsageError
from hexapoda.train.expert.expert_settings import RUN_SPANS, ExpertRunSettings, ExpertSettings
from hexapoda.train.expert.hex.rave_settings import RaveSettings
from hexapoda.train.expert.hive.alphabeta_settings import AlphaBetaSettings
from hexapoda.train.settings_table import table_of

if TYPE_CHECKING:
    from hexapoda.train.expert.expert import Expert

__all__ = ["expert_of", "expert_settings_of"]

_ENGINES: dict[str, tuple[type[ExpertSettings], str]] = {
    "rave": (RaveSettings, "hexapoda.train.expert.hex.rave_expert:RaveExpert"),
    "alphabeta": (AlphaBetaSettings, "hexapoda.train.expert.hive.alphabeta_expert:AlphaBetaExpert"),
}


def expert_of(settings: ExpertRunSettings) -> Expert:
    """Return the engine of a run. Raises `UsageError` for settings that do not suit it."""
    module, _, name = _ENGINES[settings.expert.engine][1].partition(":")
    made: Expert = getattr(import_module(module), name)(settings)
    return made


def expert_settings_of(values: dict[str, Any]) -> ExpertRunSettings:
    """Return the settings in a table, which has the `game` and a table `expert`. Raises `UsageError`, naming
    the setting.
    """
    others = {name: value for name, value in values.items() if name != "expert"}
    settings = table_of(ExpertRunSettings, others, RUN_SPANS)
    if not isinstance(values["expert"], dict):
        raise UsageError("expert must be a table, such as [expert]")
    kind = _kind(settings.game, values["expert"].get("engine"))
    expert = table_of(kind, values["expert"], RUN_SPANS | kind.spans, "expert.")
    if settings.gate.every and not (settings.gate.nodes or settings.gate.time):
        raise UsageError("gate.nodes is missing: expected nodes or a time for each move of the matches")
    return replace(settings, expert=expert)


def _kind(game: str, engine: Any) -> type[ExpertSettings]:
    """Return the settings of an engine; without a name, of the one that plays the game."""
    known = {name: kind for name, (kind, _) in _ENGINES.items()}
    if isinstance(engine, str) and engine not in known:
        raise UsageError(f"expert.engine {engine!r}: expected one of {', '.join(map(repr, known))}")
    kinds = [known[engine]] if isinstance(engine, str) else list(known.values())
    for kind in kinds:
        if kind.game == game:
            return kind
    if isinstance(engine, str):
        raise UsageError(f"expert.engine {engine!r} plays {known[engine].game}, not {game!r}")
    games = " or ".join(repr(kind.game) for kind in kinds)
    raise UsageError(f"game {game!r}: expected {games}, for which an engine can learn")
