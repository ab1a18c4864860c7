"""`expert_settings_of`: the settings of a run for an engine whose network learns from its own searches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.train.expert.expert_settings import RUN_SPANS, ExpertRunSettings, ExpertSettings
from hexapoda.train.expert.hex.rave_settings import RaveSettings
from hexapoda.train.expert.hive.alphabeta_settings import AlphaBetaSettings
from hexapoda.train.settings_table import table_of

__all__ = ["expert_settings_of"]

_ENGINES: dict[str, type[ExpertSettings]] = {"rave": RaveSettings, "alphabeta": AlphaBetaSettings}


def expert_settings_of(values: dict[str, Any]) -> ExpertRunSettings:
    """Return the settings in a table that has `game` and a table `expert`. Raises `UsageError`, naming the
    setting.
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
    """Return the settings class of an engine or, if `engine` is None, of the one that plays the game."""
    if isinstance(engine, str) and engine not in _ENGINES:
        raise UsageError(f"expert.engine {engine!r}: expected one of {', '.join(map(repr, _ENGINES))}")
    kinds = [_ENGINES[engine]] if isinstance(engine, str) else list(_ENGINES.values())
    for kind in kinds:
        if kind.game == game:
            return kind
    if isinstance(engine, str):
        raise UsageError(f"expert.engine {engine!r} plays {_ENGINES[engine].game}, not {game!r}")
    games = " or ".join(repr(kind.game) for kind in kinds)
    raise UsageError(f"game {game!r}: expected {games}, for which an engine can learn")
