"""The engine `rave`, whose network learns from its own games: the games, samples, lesson and network file."""
