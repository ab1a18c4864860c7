"""The library: the store of games as pages see it."""
