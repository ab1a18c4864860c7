"""The cells that a convolution of a network sees: a cell and its six neighbors."""

__all__ = ["NEIGHBORHOOD"]

NEIGHBORHOOD = ((0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1))
"""The row and column of each cell in the 3x3 square with the cell at its center, in the order of the weights
in a network file."""
