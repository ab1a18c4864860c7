"""`DeviceNetwork`: a PyTorch network that evaluates the positions of a search on its device."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.device import device_of, in_bfloat16, is_fast_in_bfloat16
from hexapoda.train.pytorch import Tensor, torch

__all__ = ["DeviceNetwork"]

_MOST_ROWS = 4096
"""The maximum number of rows that are evaluated at once; it bounds the memory needed on the device."""
_FEWEST_ROWS = 32
"""The smallest number of rows for which an evaluation is recorded."""


class DeviceNetwork:
    """An `ArrayNetwork` on a GPU, in mixed precision if the GPU supports it.

    It shares the network's weights, so it always evaluates with the current ones. The network must not learn
    during a search, and its weights must stay at the same addresses: optimizers and `load_state_dict` update
    them in place, but `cpu()` moves them.
    """

    def __init__(self, network: BoardNetwork) -> None:
        self._network, self._device = network, device_of(network)
        self._on_gpu = self._device.type == "cuda"
        self._mixed = self._on_gpu and is_fast_in_bfloat16(self._device)
        self._recorded: dict[int, _Recorded] = {}

    def zeros(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
        """Return an array of zeros. For a GPU, it is in page-locked memory, which the GPU can access
        directly.
        """
        kind = torch.from_numpy(np.zeros(0, dtype)).dtype
        found: NDArray[Any] = torch.zeros(shape, dtype=kind, pin_memory=self._on_gpu).numpy()
        return found

    def evaluate(
        self, observations: NDArray[Any], logits: NDArray[np.float32], values: NDArray[np.float32]
    ) -> None:
        """Evaluate the rows of `observations`; write `logits` and `values`."""
        with torch.inference_mode():
            for begin in range(0, len(observations), _MOST_ROWS):
                rows = slice(begin, begin + _MOST_ROWS)
                seen = torch.from_numpy(observations[rows])
                found = self._recording(len(seen))(seen) if self._on_gpu else self._forward(seen)
                for target, part in zip((logits, values), found, strict=True):
                    torch.from_numpy(target[rows]).copy_(part[: len(seen)], non_blocking=True)
        if self._on_gpu:
            torch.cuda.current_stream(self._device).synchronize()

    def _forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        with in_bfloat16(self._device, self._mixed):
            logits, values = self._network(seen)
        return logits.float(), values

    def _recording(self, rows: int) -> _Recorded:
        """Return a recorded evaluation of at least `rows` rows."""
        size = max(_FEWEST_ROWS, 1 << (rows - 1).bit_length())
        if size not in self._recorded:
            self._recorded[size] = _Recorded(self._forward, size, self._network.sizes, self._device)
        return self._recorded[size]


class _Recorded:
    """The evaluation of a fixed number of rows, recorded as a CUDA graph. Launching the operations of a
    small network one by one takes several times as long as computing them.
    """

    def __init__(self, forward: Any, rows: int, sizes: dict[str, int], device: torch.device) -> None:
        shape = rows, sizes["planes"], sizes["height"], sizes["width"]
        self._seen = torch.zeros(shape, device=device)
        # Some libraries do extra work on first use, which must not be recorded.
        stream = torch.cuda.Stream(device)
        stream.wait_stream(torch.cuda.current_stream(device))
        with torch.cuda.stream(stream):
            for _ in range(3):
                forward(self._seen)
        torch.cuda.current_stream(device).wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._found = forward(self._seen)

    def __call__(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits and values of the rows in `seen`, followed by rows of arbitrary numbers. The next
        call overwrites both.
        """
        self._seen[: len(seen)].copy_(seen, non_blocking=True)
        self._graph.replay()
        found: tuple[Tensor, Tensor] = self._found
        return found
