"""Matches as pages watch them: journals that are read as they grow, results so far, running games."""
