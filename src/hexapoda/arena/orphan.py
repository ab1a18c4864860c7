"""What ends a worker whose match was killed, also while an engine lets nothing else run in its process.

Owns a signal from the system and what it sets off. Where the system has no such signal, a worker leaves when
its pipe is closed, which takes a thread of Python that can run.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

__all__ = ["end_with_parent"]

_SET_PARENT_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux."""


def end_with_parent(parent: int) -> None:
    """End this process one second after the thread that started it is gone. `parent`: that process.

    In this second the process may leave by itself and take its engines along. On Linux only.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    # The handler is the function alarm itself: one in Python would wait for the lock that an engine may hold.
    # It is called with the number of the signal, and SIGHUP has the number 1. SIGALRM then ends the process.
    libc.signal(signal.SIGHUP, ctypes.cast(libc.alarm, ctypes.c_void_p))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGHUP, 0, 0, 0)
    if os.getppid() != parent:  # it was gone already
        os._exit(0)
