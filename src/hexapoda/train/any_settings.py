"""The settings of runs of both kinds: by self-play alone, and of the network of an engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from hexapoda.errors import UsageError
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.experts import expert_settings_of
from hexapoda.train.run_settings import RunSettings, settings_of
from hexapoda.train.settings_table import read_table

__all__ = ["AnySettings", "any_settings_of", "read_any_settings"]

AnySettings: TypeAlias = RunSettings | ExpertRunSettings


def read_any_settings(path: str | Path) -> AnySettings:
    """Return the settings in a file. Raises `UsageError`, naming the file and the setting."""
    return read_table(path, any_settings_of)


def any_settings_of(values: dict[str, Any]) -> AnySettings:
    """Return the settings in a table, which has the `game`; those of an engine have the table `expert`.
    Raises `UsageError`, naming the setting.
    """
    settings = expert_settings_of(values) if "expert" in values else settings_of(values)
    if settings.device not in ("cpu", "cuda"):
        raise UsageError(f"device must be 'cpu' or 'cuda', not {settings.device[:40]!r}")
    return settings
