"""The engines that play Hive."""
