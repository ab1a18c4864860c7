"""The games in a browser: a server that shows `hexapoda.play` to pages.

It owns the HTTP API, the WebSocket of a game, and what protects both. It knows no rules, clocks or engines:
it asks `play`. Import its modules only where they run, because FastAPI is slow to load.
"""
