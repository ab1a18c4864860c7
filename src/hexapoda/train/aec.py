"""`GameEnv`: a game of two players as a PettingZoo environment (AEC: the agents take turns)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from hexapoda.errors import UsageError
from hexapoda.train.episode import EpisodeSettings, Settings
from hexapoda.train.playing import FRAMES_A_SECOND, RENDER_MODES, Playing, action_space, observation_space

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise UsageError("environments for two agents need PettingZoo: pip install 'hexapoda[envs]'") from None

__all__ = ["AGENTS", "GameEnv", "env"]

AGENTS = ("player_0", "player_1")
"""Player 0 begins."""


def env(game: str, **settings: Any) -> OrderEnforcingWrapper:
    """Return a `GameEnv` that raises a clear error if it is used before `reset`; `settings` are as in
    `GameEnv`.
    """
    return OrderEnforcingWrapper(GameEnv(game, **settings))


class GameEnv(Playing, AECEnv):
    """A game between the agents `player_0`, who begins, and `player_1`.

    An observation is a dictionary: `observation`, the position as the agent sees it, and `action_mask`, which
    is 1 for legal actions, and 0 everywhere if the agent is not to move. `infos` also has the mask, the
    `ply`, and, at the end, the `reason`. The winner's reward is 1, the loser's -1; all other rewards are 0. A
    game that is cut short, because it is too long or too large for its encoding, is truncated, not
    terminated.
    """

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """The settings are those of `hexapoda.train.episode.Settings`. The render mode `ansi` returns text.
        `rgb_array` returns a picture, and needs resvg-py and Pillow.

        Raises `InvalidGameError` for an unknown variant, and `UsageError` for other invalid settings.
        """
        super().__init__(EpisodeSettings.of(game, **settings), render_mode)
        self.metadata = {
            "name": f"hexapoda/{self.settings.game.name}-v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_A_SECOND,
            "is_parallelizable": False,
        }
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        # A space for each agent, because each space has its own random generator.
        self.action_spaces = {agent: action_space(self.settings) for agent in AGENTS}
        self.observation_spaces = {agent: observation_space(self.settings) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. Nothing in it is random, so `seed` has no effect. The option `position` is a
        position as text; by default, the game begins at the usual start. Raises the errors of
        `EpisodeSettings.begin`.
        """
        self._episode = self.settings.begin(options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self._describe()
        self.agent_selection = AGENTS[self.episode.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent. Raises `UsageError` for an unknown agent."""
        if agent not in AGENTS:
            raise UsageError(f"no agent is called {agent!r}: expected {' or '.join(AGENTS)}")
        return self.episode.observe(AGENTS.index(agent))

    def step(self, action: Any) -> None:
        """Play the action of the selected agent. Raises `UsageError` if `action` is not an action number, and
        `IllegalMoveError` for an illegal action if `illegal` is "error".
        """
        episode, agent = self.episode, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode.play(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = {one: episode.reward(player) for player, one in enumerate(AGENTS)}
        self._describe()
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def _describe(self) -> None:
        episode = self.episode
        self.terminations = dict.fromkeys(AGENTS, episode.terminated)
        self.truncations = dict.fromkeys(AGENTS, episode.truncated)
        self.infos = {agent: episode.info(player) for player, agent in enumerate(AGENTS)}
