"""Live games, analyses, reviews and exercises, and the pages that watch them."""
