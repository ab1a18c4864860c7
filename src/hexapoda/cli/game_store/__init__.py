"""The commands of `games` that use the game store."""
