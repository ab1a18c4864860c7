"""The device on which a network learns and plays itself: the CPU, or a GPU."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from hexapoda.errors import UsageError
from hexapoda.train.pytorch import nn, torch

__all__ = ["device_of", "enough_memory", "in_bfloat16", "is_fast_in_bfloat16", "named_device"]


def named_device(name: str) -> torch.device:
    """Return the device that the setting `device` names. Raises `UsageError` if it cannot be used here."""
    if name not in ("cpu", "cuda"):
        raise UsageError(f"device must be 'cpu' or 'cuda', not {name[:40]!r}")
    if name == "cuda":
        if not torch.cuda.is_available():
            raise UsageError(
                "device = 'cuda': PyTorch finds no usable GPU: "
                "expected 'cpu', or PyTorch built with GPU support"
            )
        # By default, 32-bit convolutions are computed in TF32, which has 10-bit mantissas.
        torch.backends.cudnn.conv.fp32_precision = "ieee"
    return torch.device(name)


def device_of(network: nn.Module) -> torch.device:
    """Return the device that holds the weights of a network."""
    return next(network.parameters()).device


def is_fast_in_bfloat16(device: torch.device) -> bool:
    """Return whether a device is fast in bfloat16 (16-bit numbers), which about halves the time of a step. A
    CPU needs AVX-512 for this; without it, a step in bfloat16 takes twelve times as long.
    """
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    return bool(device.type == "cpu" and torch.backends.cpu.get_cpu_capability().startswith("AVX512"))


def in_bfloat16(device: torch.device, wanted: bool) -> contextlib.AbstractContextManager[object]:
    """Return a context for mixed precision, if it is `wanted`: convolutions and matrix products in bfloat16,
    sums and losses in 32 bits. Otherwise everything is computed in 32 bits.
    """
    return torch.autocast(device.type, torch.bfloat16) if wanted else contextlib.nullcontext()


@contextlib.contextmanager
def enough_memory() -> Iterator[None]:
    """Raise `UsageError` if a block runs out of memory."""
    try:
        yield
    except torch.OutOfMemoryError:
        raise UsageError(
            "there is not enough memory on the GPU: expected a smaller batch, or device = 'cpu'"
        ) from None
    except RuntimeError as error:
        if "DefaultCPUAllocator" not in str(error):
            raise
        raise UsageError("there is not enough memory: expected a smaller batch") from None
