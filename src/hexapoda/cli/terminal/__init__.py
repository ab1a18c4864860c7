"""The terminal game: the screen, the start screen, the commands and the saved games."""
