"""UHP, the Universal Hive Protocol: our server, and the client for engines that speak it."""

GAME = "hive"
"""The game that this protocol is for."""
