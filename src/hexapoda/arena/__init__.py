"""The arena: which of two engines is better, and by how much.

Games between engines are played in worker processes and kept in a journal; `arena.statistics` evaluates them.
The arena produces records (`GameRecord`) and never uses the database. Its modules are imported on first use.
"""
