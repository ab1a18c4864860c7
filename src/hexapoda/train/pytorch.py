"""PyTorch; without it, importing this module raises a `UsageError` that says how to install it."""

import contextlib
import signal
from collections.abc import Iterator

from hexapoda.errors import UsageError


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold back Ctrl+C until the block ends. Processes that are started in the block never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


try:
    # If the import is interrupted, PyTorch aborts the process or claims that it is not installed.
    with _interrupts_later():
        import torch
        from torch import Tensor, nn
        from torch.nn import functional
        from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise UsageError(f"PyTorch cannot be loaded: {error}") from None
    raise UsageError("training needs PyTorch: pip install 'hexapoda[train]'") from None
except (ImportError, OSError) as error:
    raise UsageError(f"PyTorch cannot be loaded: {error}") from None

__all__ = ["AveragedModel", "Tensor", "functional", "get_ema_multi_avg_fn", "nn", "torch"]
