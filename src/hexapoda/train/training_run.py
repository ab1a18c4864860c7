"""`TrainingRun`: a resumable AlphaZero loop in a folder: self-play, learning and matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda._core import StopToken
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.host.calls import Calls
from hexapoda.nets.network_file import NetworkHeader, read_network, training_of, write_network
from hexapoda.nets.shipped import find_network_from
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.checkpoint import reading_checkpoint, write_checkpoint
from hexapoda.train.device import named_device
from hexapoda.train.device_network import DeviceNetwork
from hexapoda.train.engine_gate import EngineGate
from hexapoda.train.iteration_games import IterationGames
from hexapoda.train.learner import Learner
from hexapoda.train.network_match import play_gate
from hexapoda.train.packed_samples import PackedSamples
from hexapoda.train.playing_ahead import PlayingAhead
from hexapoda.train.progress import OnProgress, RunProgress, no_progress
from hexapoda.train.pytorch import torch
from hexapoda.train.reports import GateReport, IterationReport, WarmReport
from hexapoda.train.run import Run
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.samples import symmetries_of
from hexapoda.train.self_play import Part, SelfPlayed, core_network, play_part, play_parts
from hexapoda.train.warm_start import WarmStart

__all__ = ["TrainingRun"]


class TrainingRun(Run[RunSettings]):
    """A run in a folder. If the folder already has a run, it is resumed.

    An iteration plays games and writes them, then learns and writes a checkpoint. Every few iterations,
    matches against the published network and older ones follow. Everything depends only on the last
    checkpoint, the files of games and networks, and the seed, so a run that is killed and resumed makes the
    same networks as an uninterrupted one, unless it uses a GPU or a different number of threads.
    `progress.jsonl` records what the run has done so far.

    A run with a warm start learns from recorded games first. If learning is interrupted, by Ctrl+C or an
    exception in `on_progress`, the run must be opened again.
    """

    unit = "iteration"
    zero_text = "after the warm start"
    state_file = "checkpoint.pt"

    def __init__(
        self,
        folder: Path,
        settings: RunSettings,
        base: Path | None = None,
        cluster: Calls | None = None,
    ) -> None:
        """Relative paths in the settings start from `base`, by default the working directory. Self-play
        runs on `cluster`; by default, it runs in this process, on the device where the network learns. Raises
        `UsageError` for invalid settings, or if the folder has another run or a damaged file.
        """
        found = settings.episodes()
        settings = replace(settings, **_known_names(asdict(settings)))
        gate = partial(play_gate, folder, settings)
        super().__init__(folder, settings, gate, EngineGate(folder, settings))
        if settings.self_play.ahead and cluster is not None:
            raise UsageError("self_play.ahead plays on this machine only: expected a run without a cluster")
        if settings.self_play.ahead and settings.device != "cpu":
            raise UsageError("self_play.ahead plays on the CPU only: expected device = 'cpu'")
        self.encoder, self.layout = found.encoder, found.layout
        self._variant, self._cluster = found.variant, cluster
        self._symmetries = symmetries_of(found.encodings, found.begin(None).position)
        device = named_device(settings.device)
        # Half for self-play and half for learning, if they work at the same time.
        self._threads = max(1, settings.threads // 2) if settings.self_play.ahead else settings.threads
        torch.set_num_threads(self._threads)
        torch.manual_seed(settings.seed)
        try:
            self.network = BoardNetwork(
                self.encoder.shape, self.layout.size, settings.network, self.layout.piece_planes
            ).to(device)
        except (RuntimeError, MemoryError):
            raise UsageError("there is not enough memory for a network of this size") from None
        self.network.eval()
        if settings.network.start and not (folder / self.state_file).exists():
            self._start_from(find_network_from(base or Path(), settings.network.start))
        self.learner = Learner(self.network, settings.learner)
        self._on_device = None if device.type == "cpu" else DeviceNetwork(self.learner.playing)
        self._ahead: PlayingAhead[tuple[PackedSamples, IterationReport]] | None = None
        """The games of the next iteration, while they are played."""
        self._next_player: NDArray[np.float32] | None = None
        """With `self_play.ahead`, the weights that play the next iteration; None before the first."""
        self.warm = WarmStart(settings, found, self._symmetries, base or Path())
        self._games = IterationGames(folder, settings)
        self._open()

    @property
    def progress_text(self) -> str:
        """What has been done so far, in words; empty for a new run."""
        if self.iteration:
            return f"iteration {self.iteration}"
        return f"{self.warm.parts} parts of the warm start" if self.warm.parts else ""

    @property
    def warm_report(self) -> WarmReport | None:
        """See `Run.warm_report`."""
        return self.warm.report

    @property
    def warm_start_due(self) -> bool:
        """See `Run.warm_start_due`."""
        return self.warm.due

    def start_warm(self, on_progress: OnProgress = no_progress) -> WarmReport:
        """Start or resume learning from recorded games. A checkpoint is written every few thousand positions.

        Raises `TrainingDivergedError`; the last checkpoint is then kept. Raises `UsageError` if no warm
        start is due, or if the games are not those that the warm start began with.
        """
        self._check_saved()
        return self.warm.learn(self.learner, self._save, on_progress)

    def step(self, on_progress: OnProgress = no_progress) -> IterationReport:
        """Run the next iteration.

        Raises `TrainingDivergedError`; the checkpoint of the previous iteration is then kept. Raises
        `UsageError` if the warm start or a match is due.
        """
        if self.warm_start_due:
            raise UsageError("the warm start is due: expected start_warm() before the first iteration")
        self._check_no_match()
        self._check_saved()
        number = self.iteration + 1
        self.warm.prepare(on_progress)
        first = max(1, number - self.settings.learner.window + 1)
        earlier = [self._games.samples(each) for each in range(first, number)]
        samples, played = self._played(number, partial(on_progress, "self-play"))
        player = None
        if self.settings.self_play.ahead:
            player = self.learner.playing.weights()
            if number < self.settings.iterations and self._ahead is None:
                self._ahead = PlayingAhead(number + 1, partial(self._play, number + 1, player))
        own = [*earlier, samples]
        recorded = self.warm.recorded_samples(sum(map(len, own)), number, on_progress)
        window = PackedSamples.joined([*own, *recorded])
        rng = np.random.default_rng([self.settings.seed, number])
        torch.manual_seed(int(rng.integers(1 << 62)))
        began = time.perf_counter()
        losses = self.learner.fit(
            window,
            rng,
            partial(on_progress, "learning"),
            augment=lambda batch: batch.augmented(self.encoder, self.layout, self._symmetries, rng),
            progress=min(1.0, (number - 1) / max(1, self.settings.iterations - 1)),
        )
        seconds = round(time.perf_counter() - began, 3)
        report = replace(played, policy_loss=losses.policy, value_loss=losses.value, learning_seconds=seconds)
        self.reports.append(report)
        self._next_player = player
        self._save()
        self._forget_games()
        return report

    def gate(self, on_progress: OnProgress = no_progress) -> GateReport:
        """See `Run.gate`."""
        if self.gate_due:
            self._check_saved()
            self._write_network(self.gates.file(self.iteration))
        if self._ahead is not None:  # a match needs all threads
            self._ahead.wait(partial(on_progress, "self-play"))
        return super().gate(on_progress)

    def close(self) -> None:
        """Stop the games that are played ahead, and unlock the folder."""
        try:
            if self._ahead is not None:
                self._ahead.stop()
        finally:
            super().close()

    def _played(
        self, number: int, on_games: Callable[[int, int], None]
    ) -> tuple[PackedSamples, IterationReport]:
        """Return the games of iteration `number`: those that are played ahead, or else new ones."""
        # After a step that failed, the games of the iteration after it may be there already.
        if self._ahead is not None and self._ahead.number == number:
            self._ahead.wait(on_games)
            ahead, self._ahead = self._ahead, None
            return ahead.result()
        player = self.learner.playing.weights() if self._next_player is None else self._next_player
        return self._play(number, player, on_games)

    def _play(
        self,
        number: int,
        player: NDArray[np.float32],
        on_games: Callable[[int, int], None],
        stop: StopToken | None = None,
    ) -> tuple[PackedSamples, IterationReport]:
        """Play the games of iteration `number` with a network that has the weights `player`."""
        return self._games.play(number, partial(self._play_parts, player, stop=stop), on_games)

    def _play_parts(
        self,
        weights: NDArray[np.float32],
        parts: Sequence[Part],
        on_ended: Callable[[int], None],
        stop: StopToken | None = None,
    ) -> Generator[tuple[Part, SelfPlayed]]:
        """Play parts of an iteration with a network that has these weights; yield each as it ends, in any
        order on a cluster. Calls `on_ended` with the number of games of the current part that have ended, if
        this process plays them. For `stop`, see `play_games`.
        """
        sizes = self.network.sizes
        if self._cluster is None:
            network = self._on_device or core_network(sizes, weights)
            settings = replace(self.settings, threads=self._threads)
            yield from play_parts(settings, network, parts, on_ended, stop)
        else:
            shared = self.settings, sizes, weights
            yield from self._cluster.calls(
                play_part, shared, parts, name=lambda part: f"the games of part {part.number}"
            )

    def _check_saved(self) -> None:
        """Raise `UsageError` if learning was interrupted: a partly trained network must not be saved."""
        if self.learner.unsaved:
            raise UsageError("learning was interrupted: open the run again to continue from its checkpoint")

    def _start_from(self, path: Path) -> None:
        """Load the weights of a network from a file. Raises `UsageError`."""
        file, settings = read_network(path), self.settings
        header, sizes = file.header, file.header.sizes
        encodings = (header.observation, settings.observation), (header.actions, settings.actions)
        # Encodings may differ in their window, which is the size of the board.
        same = all(one.partition(":")[0] == other.partition(":")[0] for one, other in encodings)
        if (header.architecture, header.game) != ("board", settings.game) or not same:
            raise UsageError(
                f"{str(path)!r} has a network of the kind {header.architecture!r} for {header.game}, "
                f"with {header.observation!r} and {header.actions!r}: expected 'board' for {settings.game}, "
                f"with {settings.observation!r} and {settings.actions!r}"
            )
        wrong = [
            f"{name} {sizes.get(name)}, not {size}"
            for name, size in self.network.sizes.items()
            if name not in ("height", "width") and sizes.get(name) != size
        ]
        if wrong:
            raise UsageError(f"{str(path)!r} has a network of different sizes: {', '.join(wrong)}")
        self.network.load_weights(file.values)

    def _defaults(self) -> RunSettings:
        return RunSettings("")

    @staticmethod
    def _fixed(settings: Mapping[str, Any]) -> Mapping[str, Any]:
        # A run may be made longer or moved to another machine, and its matches do not change what it learns.
        free = "iterations", "threads", "device", "gate"
        fixed = {name: value for name, value in settings.items() if name not in free}
        return fixed | _known_names(fixed)

    def _has_begun(self) -> bool:
        return (self.folder / self.state_file).exists() or any(self.folder.glob("games-*"))

    def _network_sizes(self) -> dict[str, int]:
        return dict(self.network.sizes)

    def _clear(self) -> None:
        self._forget_games()
        self._games.forget_parts()

    def _forget_games(self) -> None:
        """Remove the games that the next iteration does not learn from."""
        self._games.forget(self.iteration + 2 - self.settings.learner.window)

    def _save(self) -> None:
        write_checkpoint(
            self.folder / self.state_file,
            {
                **self.learner.stored(),
                "next_player": None if self._next_player is None else torch.from_numpy(self._next_player),
                "reports": [asdict(report) for report in self.reports],
                "warm": self.warm.stored(),
            },
        )
        self.learner.unsaved = False
        if self._chosen is None:
            self._publish_newest()
        self._write_progress()

    def _publish_newest(self) -> None:
        if self.iteration or self.warm.report:
            self._write_network(self.network_file)

    def _write_network(self, path: Path) -> None:
        """Write the network for engines, atomically. Raises `UsageError` and `OSError`."""
        settings, weights = self.settings, self.learner.playing.weights()
        configuration = asdict(settings)
        # The file may be shared, but the paths of the games, the first network and the engines are private.
        configuration["warm"]["games"] = Path(settings.warm.games).name
        configuration["network"]["start"] = Path(settings.network.start).name
        del configuration["gate"]["engines"]
        header = NetworkHeader(
            architecture="board",
            game=settings.game,
            sizes=self.network.sizes,
            weight_type="float16",
            weights=len(weights),
            variant=self._variant,
            rules=settings.rules,
            observation=settings.observation,
            actions=settings.actions,
            training=training_of(configuration, iteration=self.iteration),
        )
        write_network(path, header, weights)

    def _load(self, done: RunProgress) -> None:
        path = self.folder / self.state_file
        if path.exists():
            with reading_checkpoint(path) as stored:
                if self.network.pieces is not None and "pieces.weight" not in stored["network"]:
                    raise UsageError(
                        f"{str(self.folder)!r} was begun by an earlier version, whose networks had no "
                        "weights for pieces: expected another folder"
                    )
                self.learner.load(stored)
                player = stored.get("next_player")
                self._next_player = None if player is None else player.numpy()
                self.reports = [
                    IterationReport.from_json(report, number)
                    for number, report in enumerate(stored["reports"], 1)
                ]
                self.warm.load(stored.get("warm"))
        self.warm.check_path(self.folder)
        there, once = self.warm.report is not None, done.warm_start is not None
        self._run_folder.check_complete(self.state_file, int(there), int(once), "warm starts")


def _known_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game and the encodings of a run as engines know them: an empty encoding is the first one,
    and a game may be written in any case.
    """
    game = find_game(settings["game"])
    assert game.encodings is not None
    first = {"observation": game.encodings.observations[0], "actions": game.encodings.actions[0]}
    return {"game": game.name, **{name: settings[name] or usual for name, usual in first.items()}}
