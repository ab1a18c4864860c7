"""Training runs for pages to watch, read from the files that a run writes, without PyTorch."""
