"""The arena: which of two engines is better, and by how much.

Games between engines run in worker processes and are saved as they end; `arena.statistics` evaluates them.
The arena makes `GameRecord`s and knows no database. Imports are lazy.
"""
