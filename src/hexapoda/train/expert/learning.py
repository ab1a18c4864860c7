"""`Learning`: a network that learns from a lesson, step by step, and continues after an interruption."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from hexapoda.errors import UsageError
from hexapoda.train.checkpoint import reading_checkpoint, write_checkpoint
from hexapoda.train.device import enough_memory
from hexapoda.train.learner import Losses, TrainingDivergedError
from hexapoda.train.pytorch import Tensor, nn, torch
from hexapoda.train.reports import LARGEST

__all__ = ["Learning", "NetworkLesson"]

_WARM = 200
"""The number of initial steps during which the learning rate rises."""
_ANEW = "; without the file, this generation learns from the beginning"
"""The end of a message about a checkpoint that cannot be used."""
SAVED = 60.0
"""Seconds from one checkpoint to the next."""


class NetworkLesson(Protocol):
    """A network, and the positions that it learns from."""

    @property
    def network(self) -> nn.Module:
        """The network that learns."""

    @property
    def positions(self) -> int:
        """How many positions the network learns from."""

    def loss(self, step: int, steps: int, batch: int) -> Tensor:
        """Return the loss of a step, numbered from 0, out of `steps`, on about `batch` positions."""

    def unseen(self) -> Losses:
        """Return the losses on the held-out positions; 0 if there are none."""

    def check(self) -> None:
        """Raise `ValueError` unless the weights fit the network file and the core."""

    def write(self, path: Path, training: dict[str, Any]) -> None:
        """Write the network file atomically; `training` goes into its header."""


class Learning:
    """A learning process that can be saved and resumed."""

    def __init__(self, lesson: NetworkLesson, settings: dict[str, Any], checkpoint: Path) -> None:
        """Continue from the checkpoint, if there is one. `settings` has everything that determines the
        result, such as `steps`, `rate` and `batch`. Raises `UsageError` if the checkpoint is damaged or has
        other settings.
        """
        self._lesson, self._settings, self._checkpoint = lesson, settings, checkpoint
        self._optimizer = torch.optim.AdamW(lesson.network.parameters(), weight_decay=1e-4)
        self.step = 0
        self.seconds = 0.0
        """How long the steps took, including those before an interruption."""
        if checkpoint.exists():
            self._load()

    @enough_memory()
    def run(self, on_step: Callable[[int, int], None] = lambda done, all: None) -> None:
        """Make the remaining steps. After a short rise, the learning rate falls to zero along a cosine.
        Saves a checkpoint every minute and at the end. Calls `on_step(done, all)` after each step.

        Raises `TrainingDivergedError`, and `UsageError` if memory runs out.
        """
        steps, rate = self._settings["steps"], self._settings["rate"]
        began, before = time.monotonic(), self.seconds
        saved = began
        while self.step < steps:
            for group in self._optimizer.param_groups:
                warm = min(1.0, (self.step + 1) / _WARM)
                group["lr"] = rate * warm * (1 + math.cos(math.pi * self.step / steps)) / 2
            loss = self._lesson.loss(self.step, steps, self._settings["batch"])
            if not torch.isfinite(loss):
                raise _diverged()
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            self.step += 1
            self.seconds = before + time.monotonic() - began
            if time.monotonic() - saved > SAVED or self.step == steps:
                saved = time.monotonic()
                self.save()
            on_step(self.step, steps)

    def measured(self) -> Losses:
        """Return the losses on the held-out positions. Raises `TrainingDivergedError` if one of them is not
        finite or is above `LARGEST`, or if the weights do not fit the network file.
        """
        with torch.no_grad():
            found = self._lesson.unseen()
        if not all(loss <= LARGEST for loss in (found.policy, found.value) if loss is not None):
            raise _diverged()
        try:
            self._lesson.check()
        except ValueError as error:
            raise _diverged(f": {error}") from None
        return found

    def save(self) -> None:
        """Write the checkpoint atomically. Raises `OSError`."""
        write_checkpoint(
            self._checkpoint,
            {
                "network": self._lesson.network.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "settings": self._settings,
                "step": self.step,
                "seconds": self.seconds,
                "rng": torch.get_rng_state(),
            },
        )

    def _load(self) -> None:
        with reading_checkpoint(self._checkpoint, _ANEW) as held:
            for name, value in held["settings"].items():
                if self._settings.get(name) != value:
                    raise UsageError(
                        f"the checkpoint {str(self._checkpoint)!r} was made with a different {name!r}: "
                        f"expected the value that the training began with{_ANEW}"
                    )
            self._lesson.network.load_state_dict(held["network"])
            self._optimizer.load_state_dict(held["optimizer"])
            self.step, self.seconds = held["step"], held["seconds"]
            torch.set_rng_state(held["rng"])


def _diverged(why: str = "") -> TrainingDivergedError:
    return TrainingDivergedError(
        f"the network has diverged{why}: expected a run in another folder with a lower expert.rate"
    )
