"""Web pages that show games: games as JSON for the boards in a browser, and whole pages as single files.

The boards are JavaScript modules in `web/static` and in the page folders of the games; the server serves the
same modules.
"""
