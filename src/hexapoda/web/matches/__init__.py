"""Matches for pages to watch: journals that are read as they grow, results so far, and running games."""
