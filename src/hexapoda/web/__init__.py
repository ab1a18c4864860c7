"""The web server: games, analyses, reviews and more in a browser.

It contains the HTTP API, the WebSockets, and the code that protects them. The rules, clocks and engines are
in other packages. Import its modules only where they are needed, because FastAPI is slow to load.
"""
