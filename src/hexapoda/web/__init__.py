"""The web server: games, analyses, reviews and more in a browser.

It owns the HTTP API, the WebSockets, and what protects them. The rules, clocks and engines live in other
packages. Import its modules only where they are needed, because FastAPI is slow to load.
"""
