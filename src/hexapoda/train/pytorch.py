"""PyTorch; without it, importing this module raises a `UsageError` that says how to install it."""

from hexapoda.errors import UsageError
from hexapoda.train.held_interrupts import interrupts_later

try:
    # Interrupted half-way, PyTorch aborts the process, or says that it is not installed.
    with interrupts_later():
        import torch
        from torch import Tensor, nn
        from torch.nn import functional
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise UsageError(f"PyTorch cannot be loaded: {error}") from None
    raise UsageError("training needs PyTorch: pip install 'hexapoda[train]'") from None
except (ImportError, OSError) as error:
    raise UsageError(f"PyTorch cannot be loaded: {error}") from None

__all__ = ["Tensor", "functional", "nn", "torch"]
