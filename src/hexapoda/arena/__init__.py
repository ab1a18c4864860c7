"""The arena: which of two engines is better, and by how much.

Games between engines, played in worker processes, journalled as they end, judged by `arena.statistics`. The
arena makes `GameRecord`s and knows no database; nothing is imported before it is asked for.
"""
