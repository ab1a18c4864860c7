"""Networks as files: reading and writing them, and those that come with the package. Needs no PyTorch."""
