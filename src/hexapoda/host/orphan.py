"""Ends a worker whose parent was killed, even if an engine blocks all threads of the worker, and the programs
that the worker has started. Interrupts a command when the server that started it ends.

Asks the system for a signal when the parent ends, and sets the handler for it. Only Linux has this signal;
elsewhere a worker exits when its pipe is closed, but only if its Python threads can run.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys

from hexapoda.host.thread_files import children_of

__all__ = ["PARENT", "end_with_parent", "interrupt_with_parent", "kill_children"]

PARENT = "HEXAPODA_PARENT"
"""The environment variable of a command that a server starts. Its value is the id of the server's process."""
_SET_PARENT_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux."""
_INTERRUPTED = 130


def end_with_parent(parent: int) -> None:
    """End this process one second after the thread that started it ends. `parent` is the id of the process
    to which that thread belongs.

    Within this second, the process can exit by itself, after `kill_children`. Does nothing except on Linux.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    # The handler is the C function alarm, because a handler in Python would wait for the global interpreter
    # lock, which an engine may hold. A handler is called with the number of its signal, and SIGHUP is 1, so
    # this sets an alarm for one second later. SIGALRM then ends the process.
    libc.signal(signal.SIGHUP, ctypes.cast(libc.alarm, ctypes.c_void_p))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGHUP, 0, 0, 0)
    if os.getppid() != parent:  # the parent had already ended
        os._exit(0)


def kill_children(process: int) -> None:
    """Kill the children of a process, each with its process group: external engines run in sessions of their
    own. Does nothing except on Linux.
    """
    for child in children_of(process):
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)


def interrupt_with_parent() -> None:
    """If a server started this command, make interrupts end it, even if the server ignores them. On Linux,
    also interrupt it, as Ctrl+C does, when the server's thread that started it ends. Raises `SystemExit` if
    the server has ended already.
    """
    parent = os.environ.pop(PARENT, "")  # removed, because it is not meant for this command's own processes
    if not parent:
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # inherited from a server that a script started
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGINT, 0, 0, 0)
    if str(os.getppid()) != parent:  # the server had already ended
        raise SystemExit(_INTERRUPTED)
