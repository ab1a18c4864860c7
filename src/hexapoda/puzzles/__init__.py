"""Puzzles: positions with a forced win that begins with a single move.

Owns the puzzles and their files, the judgment of answers, how puzzles are made and graded, which of them are
near-copies, and which one comes next. It has no screen; the terminal and the browser show the same puzzles.
"""
