"""`measure`: the speed of a function, as a row of a benchmark."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

__all__ = ["measure"]


def measure(name: str, unit: str, seconds: float, once: Callable[[], tuple[int, int]]) -> dict[str, Any]:
    """Repeat `once`, which returns a count and a checksum, for at least `seconds`.

    Returns a row with name, unit, count (of the last pass), passes, seconds (in total), per_second (the
    median over the passes) and checksum (of the last pass, as 16 hexadecimal digits).
    """
    rates: list[float] = []
    spent = 0.0
    count = checksum = 0
    while spent < seconds:
        began = time.perf_counter()
        count, checksum = once()
        took = max(time.perf_counter() - began, 1e-9)
        spent += took
        rates.append(count / took)
    return {
        "name": name,
        "unit": unit,
        "count": count,
        "passes": len(rates),
        "seconds": round(spent, 3),
        "per_second": round(statistics.median(rates), 1),
        "checksum": f"{checksum:016x}",
    }
