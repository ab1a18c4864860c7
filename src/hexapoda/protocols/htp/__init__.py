"""HTP, the GTP dialect of Hex programs: our server, and the client for engines that speak it."""

GAME = "hex"
"""The game of this protocol."""
