"""The game of Y for hexapoda: a package that adds a third game."""
