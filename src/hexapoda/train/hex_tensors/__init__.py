"""Games of Hex on tensors: rules, search and learning for many boards at once, without leaving the GPU."""
