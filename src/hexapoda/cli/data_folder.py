"""Where the user's data lives: `hexapoda.data_folder`, under the name that the commands know it by."""

from __future__ import annotations

from hexapoda.data_folder import data_folder, write_atomically

__all__ = ["data_folder", "write_atomically"]
