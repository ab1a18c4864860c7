"""Where the real games lie: `../shared/data` beside the repository, or $HEXAPODA_SHARED_DATA.

A test that needs one of them says so: `@pytest.mark.shared("hive_games")`.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["SHARED"]

_BESIDE = Path(__file__).parents[1].parent / "shared" / "data"
SHARED = Path(os.environ.get("HEXAPODA_SHARED_DATA", _BESIDE))
