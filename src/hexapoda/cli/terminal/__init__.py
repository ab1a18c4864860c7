"""The game in the terminal: the screen, the start screen, the commands, and saving and loading games."""
