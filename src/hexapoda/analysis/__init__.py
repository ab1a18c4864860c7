"""Analysis of positions and games: what is proven, what was better, where it went wrong."""
