"""The user's files: the data folder, atomic writes, locks, game files and output files."""
