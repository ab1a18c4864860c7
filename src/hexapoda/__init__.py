"""Hive and Hex for Python: exact rules, engines, protocols and boards.

Start with ``from hexapoda.hive import Position``. Importing the package alone loads none of its modules.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
