"""The settings of a training run: plain self-play, or training of an engine's network."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeAlias

from hexapoda.errors import UsageError
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.experts import expert_settings_of
from hexapoda.train.run_settings import RunSettings, settings_of

__all__ = ["AnySettings", "any_settings_of", "read_any_settings"]

AnySettings: TypeAlias = RunSettings | ExpertRunSettings


def read_any_settings(path: str | Path) -> AnySettings:
    """Return the settings in a TOML file. Raises `UsageError`, naming the file and the setting."""
    try:
        values = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # including a number with too many digits
        raise UsageError(f"{str(path)!r} is not a TOML file: {error}") from None
    if "game" not in values:
        raise UsageError(f"{str(path)!r} has no 'game': expected a line such as game = \"hex\"")
    try:
        return any_settings_of(values)
    except UsageError as error:
        raise UsageError(f"{str(path)!r}: {error}") from None


def any_settings_of(values: dict[str, Any]) -> AnySettings:
    """Return the settings in a table, which must have a `game`. If it has a table `expert`, the run trains
    the network of an engine. Raises `UsageError`, naming the setting.
    """
    settings = expert_settings_of(values) if "expert" in values else settings_of(values)
    if settings.device not in ("cpu", "cuda"):
        raise UsageError(f"device must be 'cpu' or 'cuda', not {settings.device[:40]!r}")
    return settings
