"""The environments in the registries of Gymnasium and PettingZoo. Importing this module registers them.

For each game with encodings, `hexapoda/GAME-v0` is a game against an engine in Gymnasium (`OneSideEnv`), and
a game between two agents in PettingZoo (`hexapoda.train.aec.env`).
"""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names

try:
    import gymnasium
    import pettingzoo
except ImportError:
    raise UsageError("environments need Gymnasium and PettingZoo: pip install 'hexapoda[envs]'") from None

__all__ = ["IDS"]


def _register() -> tuple[str, ...]:
    found = []
    for game in game_names():
        if find_game(game).encodings is None:
            continue
        name = f"hexapoda/{game}-v0"
        gymnasium.register(name, "hexapoda.train.one_side:OneSideEnv", kwargs={"game": game})
        pettingzoo.register("aec", name, "hexapoda.train.aec:env", kwargs={"game": game})
        found.append(name)
    return tuple(found)


IDS = _register()
"""The names of the environments."""
