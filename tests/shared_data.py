"""The folder of real games: `../shared/data` next to the repository, or $HEXAPODA_SHARED_DATA.

A test that needs some of them is marked: `@pytest.mark.shared("hive_games")`.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["SHARED"]

_BESIDE = Path(__file__).parents[1].parent / "shared" / "data"
SHARED = Path(os.environ.get("HEXAPODA_SHARED_DATA", _BESIDE))
