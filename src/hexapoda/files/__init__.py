"""Files of the user: the data folder, atomic writes, locks, and files that may hold games."""
