"""`CommandProcess`: one `hexapoda` command in a process of its own, at a low priority.

Starts the command without a shell, interrupts it as Ctrl+C does, and finds the text that describes its error.
A command that was stopped or killed can be resumed from its files.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Literal, TypeAlias

from hexapoda.errors import UsageError
from hexapoda.host.orphan import PARENT
from hexapoda.protocols.process.line_reader import OutputTail

__all__ = ["CommandProcess", "CommandState"]

CommandState: TypeAlias = Literal["running", "stopping", "stopped", "done", "failed"]

_NICENESS = 10
"""The niceness of commands, so that games, analyses and pages come first."""
_STOP_SECONDS = 20.0
"""How many seconds a command has to stop. A match saves its games sooner, whatever its engines do."""
_SETTLE_SECONDS = 0.5
_INTERRUPTED = 130
_LONGEST = 2000
_PREFIX = "hexapoda: "


class CommandProcess:
    """A command that is running or has ended. Any thread may use it."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start `hexapoda` with these arguments. On Linux, the process is interrupted when the calling thread
        ends, so that it does not outlive the server. Raises `UsageError` if it cannot be started.
        """
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
        try:
            self._process = subprocess.Popen(
                # Without -P, modules in the working folder would shadow the standard library.
                [sys.executable, "-P", "-m", "hexapoda", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**os.environ, PARENT: str(os.getpid())},
                start_new_session=True,  # a Ctrl+C in the server's terminal must not reach it
                creationflags=flags,
            )
        except (OSError, ValueError) as error:
            raise UsageError(f"the command cannot be started: {error}") from None
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # it may have ended already
                os.setpriority(os.PRIO_PROCESS, self._process.pid, _NICENESS)
        assert self._process.stderr is not None
        self._errors = OutputTail(os.dup(self._process.stderr.fileno()))
        self._process.stderr.close()
        self._stopping = False
        self._lock = threading.Lock()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the command is still running."""
        return self._code() is None

    @property
    def state(self) -> CommandState:
        """Whether the command is running, or how it ended. A `stopped` or `failed` command can be resumed."""
        code = self._code()
        if code is None:
            return "stopping" if self._stopping else "running"
        if code == 0 or (code == 1 and not self._stopping):  # 1: a negative result, or Python was interrupted
            return "done"
        return "stopped" if self._stopping or code == _INTERRUPTED else "failed"

    @property
    def text(self) -> str:
        """The error that the command reported; empty if it is running, was stopped or reported none."""
        code = self._code()
        if code in (None, 0) or self.state == "stopped":
            return ""
        self._errors.settle(_SETTLE_SECONDS)
        lines = [line.removeprefix(_PREFIX) for line in self._errors.lines if line.strip()]
        if lines:
            return "\n".join(lines)[-_LONGEST:]
        return f"the command ended with exit status {code}" if code else ""

    def stop(self) -> None:
        """Interrupt the command as Ctrl+C does. Kill it if it takes too long to stop."""
        with self._lock:
            if self._stopping or not self.running:
                return
            self._stopping = True
            if sys.platform == "win32":
                self._process.send_signal(signal.CTRL_BREAK_EVENT)
            else:
                self._process.send_signal(signal.SIGINT)
        timer = threading.Timer(_STOP_SECONDS, self.kill)
        timer.daemon = True
        timer.start()

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for the command to end; return whether it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return not self.running

    def kill(self) -> None:
        """Kill the command and, except on Windows, its child processes. Its files remain."""
        with self._lock:
            if not self.running:
                return
            if sys.platform == "win32":
                self._process.kill()
            else:
                with contextlib.suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)

    def _code(self) -> int | None:
        return self._process.poll()
