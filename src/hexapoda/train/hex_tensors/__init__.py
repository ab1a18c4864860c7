"""Games of Hex on tensors: rules, search and learning for many boards at once, on a GPU without its host."""
