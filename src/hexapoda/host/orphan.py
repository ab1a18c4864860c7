"""Ends a worker whose parent was killed, even while an engine blocks all other threads of its process; and
interrupts a command when the server that started it ends.

Owns the signal that the system sends then, and its handler. Where the system has no such signal, a worker
exits when its pipe is closed, which needs a Python thread that is able to run.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

__all__ = ["PARENT", "end_with_parent", "interrupt_with_parent"]

PARENT = "HEXAPODA_PARENT"
"""Environment variable of a command that a server starts: the id of the server's process."""
_SET_PARENT_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux."""
_INTERRUPTED = 130


def end_with_parent(parent: int) -> None:
    """End this process one second after the thread that started it ends. `parent` is the id of the process
    to which that thread belongs.

    Within this second the process can exit by itself and end its engines. On Linux only.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    # The handler is the C function alarm: a handler in Python would wait for the global interpreter lock,
    # which an engine may hold. A handler is called with the number of its signal, and SIGHUP is 1, so the
    # alarm goes off after one second: SIGALRM then ends the process.
    libc.signal(signal.SIGHUP, ctypes.cast(libc.alarm, ctypes.c_void_p))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGHUP, 0, 0, 0)
    if os.getppid() != parent:  # the parent had already ended
        os._exit(0)


def interrupt_with_parent() -> None:
    """If a server has started this command, let it hear interrupts, even if the server ignores them. On Linux
    also interrupt it, as Ctrl+C does, when the thread of the server that started it ends.
    """
    parent = os.environ.pop(PARENT, "")  # the processes of this one are not for the server
    if not parent:
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as the server, which a script has started
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGINT, 0, 0, 0)
    if str(os.getppid()) != parent:  # the server had already ended
        raise SystemExit(_INTERRUPTED)
