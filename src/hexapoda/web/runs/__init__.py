"""Training runs as pages watch them: read from the files that a run writes, without PyTorch."""
