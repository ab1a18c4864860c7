"""The engine `net:FILE`: PUCT in the C++ core with a network from a file, for every game with encodings.

Defines the options and builds the search reports. The search is in cpp/search/tree/network_tree.hpp and the
network in cpp/nn; `hexapoda.nets` reads the files. This engine plays networks of the architecture `board`. A
game may have other architectures, with their own engines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from hexapoda._core import env, nn
from hexapoda.engine import Engine, OnInfo, Option, SearchInfo, SearchResult, check_options
from hexapoda.engines.stoppable import Budget, StoppableEngine
from hexapoda.errors import EngineError, HexapodaError, UsageError
from hexapoda.games import find_game
from hexapoda.games.encodings import ActionLayout, BatchArrays, ObservationEncoder
from hexapoda.nets.board_sizes import check_board_sizes
from hexapoda.nets.network_file import NetworkFile, NetworkHeader, read_header, read_network

__all__ = ["Evaluator", "NetworkEngine", "NetworkSource"]

_STEP = 0.1
"""Seconds between reports."""
_MOST = 1 << 30
_NODE_BYTES = 40
_SIMULATIONS_A_PLY = 100
"""A depth limit means this many simulations per ply, because the tree does not grow ply by ply."""
_OPTIONS = (
    Option("simulations", "int", 800, 1, _MOST, summary="simulations of a search without a limit"),
    Option("multipv", "int", 1, 1, 64, summary="number of best lines to report"),
    Option("table_size", "int", 256, 1, 32768, summary="megabytes for its tree"),
)
_WON, _LOST = 1, 3
"""How `hexapoda._core.env.Search.moves` marks moves that are proven to win or lose."""


@dataclass(frozen=True)
class Evaluator:
    """The encodings, and the network in the core, with which a search evaluates positions on one board."""

    encoder: ObservationEncoder
    layout: ActionLayout
    network: Any


@dataclass(frozen=True)
class NetworkSource:
    """A network file. Calling it returns an engine that plays with the network."""

    path: Path
    name: str
    """The name of the engine, such as `net:hex-5x5`."""

    options: ClassVar[tuple[Option, ...]] = _OPTIONS

    @cached_property
    def header(self) -> NetworkHeader:
        """The header of the file. Raises `UsageError` if it cannot be read."""
        return read_header(self.path)

    @property
    def summary(self) -> str:
        """A one-line description for lists."""
        return f"The network {self.path.stem} for {self.header.variant or 'all boards'}, with PUCT."

    def __call__(self, **options: Any) -> Engine:
        """Return an engine. Raises `UsageError` for a file that is damaged or does not fit its game."""
        return NetworkEngine(read_network(self.path), self.name, **options)


class NetworkEngine(StoppableEngine):
    """A network searched with PUCT (Silver et al., 2018). The search also proves wins and losses."""

    options = _OPTIONS

    def __init__(
        self,
        file: NetworkFile,
        name: str = "net",
        *,
        simulations: int = 800,
        multipv: int = 1,
        table_size: int = 256,
    ) -> None:
        """See the options of the same names. Raises `UsageError` for a value that is not allowed, and for a
        network that does not fit its game.
        """
        check_options(self.options, simulations=simulations, multipv=multipv, table_size=table_size)
        super().__init__(-1)
        self.name = name
        self.header = file.header
        self._simulations, self._lines = simulations, multipv
        self._most_nodes = table_size * 2**20 // _NODE_BYTES
        self._game = find_game(file.header.game)
        if self._game.encodings is None:
            raise UsageError(f"{name}: the network is for a game without encodings")
        self._encodings = self._game.encodings
        self._load(file)

    def _load(self, file: NetworkFile) -> None:
        """Load the network. Raises `UsageError` if it does not fit the game and its encodings."""
        name, header = self.name, file.header
        known = ("board", *self._game.network_engines)
        if header.architecture not in known:
            expected = " or ".join(map(repr, known))
            raise UsageError(
                f"{name}: the network has the architecture {header.architecture!r}: expected {expected}"
            )
        check_board_sizes(header, name)
        if header.variant is None:
            raise UsageError(f"{name}: the network has no variant")
        try:
            encoder = self._encodings.encoder(header.observation, header.variant, header.rules)
            layout = self._encodings.layout(header.actions, header.variant, header.rules)
        except HexapodaError as error:
            raise UsageError(f"{name}: {error}") from None
        sizes = header.sizes
        shape = (sizes["planes"], sizes["height"], sizes["width"])
        actions = sizes["kinds"] * shape[1] * shape[2] + sizes["others"]
        if shape != encoder.shape or actions != layout.size:
            raise UsageError(
                f"{name}: the sizes of the network do not fit {header.observation!r} and {header.actions!r}"
            )
        try:
            self._evaluator = Evaluator(encoder, layout, nn.BoardNetwork(weights=file.values, **sizes))
        except (TypeError, ValueError) as error:
            raise UsageError(f"{name}: {error}") from None

    def check_position(self, position: Any) -> None:
        """Raise `UsageError` if the network cannot play on the board of the position, or by its rules."""
        self._evaluator_for(position)

    def _choose(self, position: Any, budget: Budget, on_info: OnInfo | None) -> SearchResult:
        """Grow a tree until the limit or a proof, and play the best move."""
        limit = budget.limit
        most = self._simulations
        if limit.depth is not None:
            most = min(_MOST, limit.depth * _SIMULATIONS_A_PLY)
        elif limit.time is not None or limit.nodes is not None:
            most = _MOST
        evaluator = self._evaluator_for(position)
        try:
            evaluator.encoder.encode(position)
            evaluator.layout.mask(position)
        except UsageError:  # the position does not fit in the window of the encodings
            return SearchResult(self._random.choose(position, list(position.legal_moves)))
        search = self._search_of(position, evaluator, min(most, max(1, budget.nodes_left)))
        search.begin()
        while True:
            try:
                complete = search.run(evaluator.network, min(_STEP, budget.seconds_left), budget.stop)
            except ValueError as error:
                raise EngineError(f"{self.name}: {error}") from None
            infos = self._infos(search, position, evaluator.layout, budget)
            if on_info is not None:
                for info in infos:
                    on_info(info)
            if complete or budget.spent:
                return SearchResult(infos[0].pv[0], infos[0])

    def _evaluator_for(self, position: Any) -> Evaluator:
        """Return the evaluator for a search from a position. Raises `UsageError` if the network was trained
        on another board, or with rules that have a different set of moves.
        """
        header = self.header
        if position.variant != header.variant:
            raise UsageError(
                f"{self.name} plays {header.variant} only: expected a network for {position.variant}"
            )
        rules = self._game.rules_of(position)
        layout = self._encodings.layout(header.actions, position.variant, rules)
        if layout.size != self._evaluator.layout.size:
            raise UsageError(
                f"{self.name} was trained with the rules {dict(header.rules)}, not {dict(rules)}"
            )
        return replace(self._evaluator, layout=layout)

    def _search_of(self, position: Any, evaluator: Evaluator, simulations: int) -> env.Search:
        encoder, layout = evaluator.encoder, evaluator.layout
        observations = np.zeros((1, *encoder.shape), encoder.dtype).reshape(1, -1)
        fractions = observations.dtype.kind == "f"
        arrays = BatchArrays(
            None,
            None,
            np.zeros(1, np.int8),
            np.zeros(1, np.int32),
            np.zeros(1, np.int32),
            np.zeros((1, 2), np.float32),
            np.zeros(1, np.bool_),
            np.zeros(1, np.bool_),
        )
        batch = self._encodings.batch(
            position,
            encoder,
            layout,
            arrays,
            count=1,
            max_plies=_MOST,
            illegal_loses=False,
            auto_reset=False,
            threads=1,
            seed=0,
        )
        batch.reset(None)
        return env.Search(
            batch,  # type: ignore[arg-type]  # for every game it is the batch of the core
            planes=observations if fractions else None,
            numbers=None if fractions else observations,
            masks=np.zeros((1, layout.size), np.int8),
            waiting=np.zeros(1, np.bool_),
            leaves=1,
            gumbel=False,
            simulations=simulations,
            exploration=1.25,
            unvisited_loss=0.2,
            noise=0.0,
            noise_alpha=0.3,
            considered=1,
            value_scale=1.0,
            most_nodes=self._most_nodes,
        )

    def _infos(
        self, search: env.Search, position: Any, layout: ActionLayout, budget: Budget
    ) -> list[SearchInfo]:
        """Return a `SearchInfo` for each of the best moves, best first; at most `multipv`."""
        best, *_ = line = search.line(0)
        moves = sorted(
            search.moves(0),
            key=lambda move: (move[0] == best, move[5] == _WON, move[5] != _LOST, move[1], move[3]),
            reverse=True,
        )
        budget.nodes = max(1, sum(move[1] for move in moves))
        # A move without visits has only its prior: report none of these moves except the best move.
        shown = [move for rank, move in enumerate(moves) if rank == 0 or move[1] > 0][: self._lines]
        return [
            SearchInfo(
                depth=len(line) if rank == 1 else 1,
                nodes=budget.nodes,
                time=budget.elapsed,
                pv=_moves(position, layout, line if rank == 1 else [move[0]]),
                score=round(100 * move[2], 2),
                multipv=rank,
                win_probability=(1 + move[2]) / 2,
            )
            for rank, move in enumerate(shown, 1)
        ]


def _moves(position: Any, layout: ActionLayout, actions: list[int]) -> tuple[Any, ...]:
    current, moves = position.copy(), []
    for action in actions:
        moves.append(layout.move(current, action))
        current.push(moves[-1])
    return tuple(moves)
