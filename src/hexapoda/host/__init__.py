"""The engine host: threads, deadlines and grace periods for engines.

An engine is foreign code. It may raise anything, miss a stop that comes too early, ignore a stop, or never
answer. Front ends (the terminal, the web app, the protocol servers, the arena) call engines through this
package, so a bad engine cannot block the person or program that waits for it.

- `RunningSearch` is one search in its own thread.
- `EngineHost` keeps one engine from search to search and recreates it after a failure.
- `AsyncEngine` does the same for programs that use asyncio.
- `EngineThread` runs any engine call with a deadline. A call that never returns can be abandoned.
- `worker_pool.WorkerPool` runs jobs in processes, in which clients take fair turns.
"""

from typing import TYPE_CHECKING

from hexapoda.host.engine_host import EngineHost
from hexapoda.host.engine_thread import EngineThread, Reply, run_apart
from hexapoda.host.grace import ANSWER_GRACE, STOP_GRACE
from hexapoda.host.running_search import RunningSearch, close_engine
from hexapoda.late_names import late_names

if TYPE_CHECKING:
    from hexapoda.host.async_engine import AsyncAnalysis, AsyncEngine

__all__ = [
    "ANSWER_GRACE",
    "STOP_GRACE",
    "AsyncAnalysis",
    "AsyncEngine",
    "EngineHost",
    "EngineThread",
    "Reply",
    "RunningSearch",
    "close_engine",
    "run_apart",
]

# Imported late, because asyncio takes longer to import than everything that a pool process needs.
__getattr__ = late_names(__name__, {"async_engine": ("AsyncAnalysis", "AsyncEngine")})
