"""Games in progress and the pages that watch them."""
