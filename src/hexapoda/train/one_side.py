"""`OneSideEnv`: a Gymnasium environment in which an engine plays one side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from hexapoda.analysis.engine_opponent import EngineOpponent
from hexapoda.errors import EngineResigned, UsageError
from hexapoda.train.episode import EpisodeSettings, Settings
from hexapoda.train.playing import FRAMES_A_SECOND, RENDER_MODES, Playing, action_space, observation_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import gymnasium
except ImportError:
    raise UsageError("environments need Gymnasium: pip install 'hexapoda[envs]'") from None

__all__ = ["OneSideEnv"]


class OneSideEnv(Playing, gymnasium.Env):
    """A game against an engine, which moves inside `step`.

    Observations, actions and rewards are those of `hexapoda.train.aec.GameEnv` for the learner's side, and
    `info` has `player`, the number of that side.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012 (Gymnasium defines it as a dictionary)

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        player: int | None = None,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """`opponent` is an engine of the game with options and limits, such as `random:seed=7` or
        `alphabeta:level=4,nodes=100`; without a limit, it has 0.1 s for each move. `player` is the side of
        the learner, 0 or 1; by default it is random in each game. The other settings are as in `GameEnv`.
        Raises `UsageError`, `InvalidGameError` for an unknown variant, and the errors of `EngineOpponent`.
        """
        if player not in (None, 0, 1) or isinstance(player, bool):
            raise UsageError(f"player must be 0, 1 or None, not {player!r}")
        super().__init__(EpisodeSettings.of(game, **settings), render_mode)
        self.opponent = EngineOpponent(opponent, self.settings.game.name)
        self.action_space = action_space(self.settings)
        self.observation_space = observation_space(self.settings)
        self._fixed = player
        self.player = player or 0
        """The side of the learner in this game."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; if the opponent moves first, its move has already been played. `seed` determines the
        learner's side, if that is random, and the engine's seed, unless `opponent` sets one. The option
        `position` is a position as text.
        """
        super().reset(seed=seed)
        self._episode = self.settings.begin(options)
        # Both are always drawn, so that the seeds of the engine do not depend on `player`.
        side, engine_seed = int(self.np_random.integers(2)), int(self.np_random.integers(2**31))
        self.player = side if self._fixed is None else self._fixed
        self.opponent.begin(engine_seed)
        self._reply()
        return self._observe()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action and the engine's reply. Raises `UsageError` if `action` is not an action number or
        the game is over, `IllegalMoveError` for an illegal action if `illegal` is "error", and `EngineError`
        if the engine fails; after that, `reset` must be called.
        """
        episode = self.episode
        if episode.over:
            raise UsageError(f"the game is over ({episode.reason}): call reset()")
        episode.play(action)
        self._reply()
        observation, info = self._observe()
        return observation, float(episode.reward(self.player)), episode.terminated, episode.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as the bool array of shape [actions] that sb3-contrib's
        `MaskablePPO` expects.
        """
        return self.episode.mask(self.player).astype(np.bool_)

    def close(self) -> None:
        """Forget the game and shut down the engine."""
        super().close()
        self.opponent.close()

    def _reply(self) -> None:
        episode = self.episode
        while not episode.over and episode.turn != self.player:
            try:
                episode.push(self.opponent.choose(episode.position))
            except EngineResigned:
                episode.resign()
            except BaseException:
                self._episode = None  # otherwise the next action would be played for the engine
                raise

    def _observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        episode = self.episode
        return episode.observe(self.player), {**episode.info(self.player), "player": self.player}
