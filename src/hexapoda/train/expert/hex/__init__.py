"""The network of `rave`, in a run: its games, its samples, how it learns, and its file."""
