"""Pages of games: games as JSON for the boards in a browser, and those boards with their games as one file.

The boards are JavaScript modules in `web/static`, which the server gives to the same browsers.
"""
