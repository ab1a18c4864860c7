"""MaskablePPO of sb3-contrib learns Hex against random moves: pip install sb3-contrib.

python examples/masked_ppo.py
"""

# mypy: ignore-errors
# The packages have no types, or need not be installed.
from __future__ import annotations

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

from hexapoda.train.one_side import OneSideEnv


class Board(gymnasium.ObservationWrapper):
    """The board alone, as one row: the library asks for the mask by `action_masks`."""

    def __init__(self, env: OneSideEnv) -> None:
        super().__init__(env)
        space = env.observation_space["observation"]
        self.observation_space = gymnasium.spaces.Box(0, 1, (int(np.prod(space.shape)),), np.float32)

    def observation(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        """Return the planes as one row."""
        return observation["observation"].astype(np.float32).ravel()

    def action_masks(self) -> np.ndarray:
        """Return the legal actions."""
        return self.unwrapped.action_masks()


def main(steps: int = 15_000, games: int = 200) -> float:
    """Train, and return the share of games that the policy wins afterwards."""
    env = Board(OneSideEnv("hex", variant="5x5", opponent="random"))
    model = MaskablePPO("MlpPolicy", env, n_steps=min(steps, 1024), seed=1, device="cpu")
    model.learn(steps)
    won = 0
    for seed in range(games):
        (seen, _), over, reward = env.reset(seed=seed), False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        won += reward > 0
    env.close()
    return won / games


if __name__ == "__main__":
    print(f"won {main():.2f} of the games against random moves")
