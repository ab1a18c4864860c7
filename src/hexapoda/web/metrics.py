"""`Metrics`: the counters of a server, in the text format of Prometheus."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["Metrics"]


class Metrics:
    """The counters of one server. For use only in the thread of the event loop."""

    def __init__(self) -> None:
        self._started = time.time()
        self._answers: Counter[str] = Counter()
        self.sockets: Counter[str] = Counter()
        """The number of open WebSockets, by network."""

    def count(self, status: int) -> None:
        """Count a response by the class of its status, such as `2xx`."""
        self._answers[f"{status // 100}xx"] += 1

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """Return all metrics as text. `gauges`: further values by name, each with its description."""
        own = {
            "hexapoda_sockets": ("WebSockets that are open.", self.sockets.total()),
            "process_start_time_seconds": (
                "When the server was started, in seconds since 1970.",
                self._started,
            ),
            "process_cpu_seconds_total": ("Processor time of the server.", time.process_time()),
            "process_resident_memory_bytes": ("Memory of the server.", _memory()),
        }
        answers = ((f'{{status="{status}"}}', count) for status, count in sorted(self._answers.items()))
        lines = list(_lines("hexapoda_requests_total", "Answered requests.", answers))
        for name, (meaning, value) in {**own, **gauges}.items():
            lines += _lines(name, meaning, [("", value)])
        return "\n".join(lines) + "\n"


def _lines(name: str, meaning: str, values: Iterable[tuple[str, float]]) -> Iterable[str]:
    kind = "counter" if name.endswith("_total") else "gauge"
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"
    for labels, value in values:
        yield f"{name}{labels} {value:.15g}"


def _memory() -> float:
    """Return the resident memory of this process in bytes; 0 if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    import resource

    return float(pages * resource.getpagesize())
