"""PyTorch; without it, importing this module raises a `UsageError` that says how to install it."""

from hexapoda.errors import UsageError

try:
    import torch
    from torch import Tensor, nn
    from torch.nn import functional
except ImportError:
    raise UsageError("training needs PyTorch: pip install 'hexapoda[train]'") from None

__all__ = ["Tensor", "functional", "nn", "torch"]
