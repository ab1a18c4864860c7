"""Reading and writing network files, and the networks that come with the package. Needs no PyTorch."""
