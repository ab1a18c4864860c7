"""UHP, the Universal Hive Protocol: our server, and the client for engines that speak it."""

GAME = "hive"
"""The game of this protocol."""
