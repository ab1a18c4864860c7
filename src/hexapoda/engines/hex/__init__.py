"""The engines that play Hex."""
