"""The arena: matches and tournaments that show which engine is better, and by how much.

Worker processes play the games, a journal stores them, and `arena.statistics` evaluates them. The arena
produces records (`GameRecord`) and never uses the database. The package itself imports none of its modules.
"""
