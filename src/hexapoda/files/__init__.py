"""The user's files: the data folder, atomic writes, locks, and files that may hold games."""
