"""The commands of `games` that work on the game store."""
