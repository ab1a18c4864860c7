"""Analysis of positions and games: forced wins, better moves, and reviews of whole games."""
