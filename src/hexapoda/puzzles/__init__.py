"""Puzzles: positions in which only one first move wins by force.

Owns the puzzles and their files, the judgment of answers, how puzzles are made and graded, which of them are
near-copies, and which one comes next. It has no user interface: the terminal and the browser show the same
puzzles.
"""
