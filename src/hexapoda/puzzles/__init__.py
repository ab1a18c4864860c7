"""Puzzles: positions in which only one first move wins by force.

Makes and grades puzzles, reads and writes their files, finds near-copies, judges answers, and chooses the
next puzzle. The package has no user interface: the terminal and the browser show the same puzzles.
"""
