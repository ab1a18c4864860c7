"""The engine host: the one place that owns the threads, deadlines and grace periods of engines.

An engine is foreign code. It may raise anything, miss a stop that comes too early, never heed one, or never
answer. Front ends (the terminal, the web app, the protocol servers, the arena) ask an engine through this
package, so that none of that can hold up a person or a program that waits.

- `RunningSearch` is one search in a thread of its own.
- `EngineHost` keeps one engine from search to search and makes it again after it failed.
- `EngineThread` runs anything an engine does, with a deadline, and can be left behind.
"""

from hexapoda.host.engine_host import EngineHost
from hexapoda.host.engine_thread import EngineThread, Reply, run_apart
from hexapoda.host.grace import ANSWER_GRACE, STOP_GRACE
from hexapoda.host.running_search import RunningSearch, close_engine

__all__ = [
    "ANSWER_GRACE",
    "STOP_GRACE",
    "EngineHost",
    "EngineThread",
    "Reply",
    "RunningSearch",
    "close_engine",
    "run_apart",
]
