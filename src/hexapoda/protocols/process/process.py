"""`EngineProcess`: a child process that reads and writes lines of text.

Starts the process without a shell, gives every line a deadline, and cleans up at the end: no process, child
process, thread or pipe is left behind. Does not depend on a protocol. Its errors are `EngineCrashed` (the
process has ended), `EngineStalled` (it does not answer) and `EngineFlooded` (it does not stop writing).
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from hexapoda.errors import EngineCrashed, EngineError, EngineFlooded, EngineStalled, EngineUnavailable
from hexapoda.protocols.process.line_reader import LineReader, OutputTail
from hexapoda.protocols.process.pipe import write_all
from hexapoda.protocols.process.transcript import Transcript
from hexapoda.text.sentence import reason_of

__all__ = ["EngineProcess"]

_SETTLE_SECONDS = 0.5
"""How long to wait for the last output of a process that is ending."""
_REAP_SECONDS = 5.0
"""How long to wait for a killed process to end."""
_POLL_SECONDS = 0.005
_SHOWN = 150
"""How many characters of a long error text are shown from its start and from its end."""
_BACKTRACE = ("stack backtrace:", "stack trace:", "note: run with `rust_backtrace", "backtrace:")


class EngineProcess:
    """A running program. End it with `quit` or `kill`; otherwise it is killed when this object is garbage
    collected or this process ends.
    """

    def __init__(
        self, command: Sequence[str], *, name: str, cwd: Path | None = None, log: Path | None = None
    ) -> None:
        """Start `command` in the folder `cwd`; messages call it `name`. `log` is a file to which the
        conversation is appended. Raises `EngineUnavailable` if the program cannot be started, and
        `EngineError` if the log cannot be opened.
        """
        self.name = name
        try:
            self._transcript = Transcript(log)
        except OSError as error:
            raise EngineError(f"cannot write the log {str(log)!r}: {reason_of(error)}") from None
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                start_new_session=True,  # so that the process and its children can be killed together
            )
        except (OSError, ValueError) as error:
            self._transcript.close()
            what = getattr(error, "filename", None) or (command[0] if command else "")
            raise EngineUnavailable(
                f"engine {name!r} cannot be started: {str(what)!r}: "
                f"{(getattr(error, 'strerror', None) or str(error)).lower()}"
            ) from None
        self._transcript.begin(self._process.pid, shlex.join(command))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin
        self._lines = LineReader(_detached(self._process.stdout), self._transcript.received)
        self._errors = OutputTail(_detached(self._process.stderr))
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(
            self,
            _clean_up,
            os.getpid(),
            self._process,
            self._stdin,
            self._lines,
            self._errors,
            self._transcript,
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process is still running."""
        return not _ended(self._process)

    @property
    def stderr_tail(self) -> str:
        """The end of the process's standard error, on one line."""
        return self._errors.text

    def send(self, line: str, deadline: float) -> None:
        """Write a line, and drop unsolicited lines that arrived before it. Raises `EngineCrashed`,
        `EngineFlooded`, and `EngineStalled` if the pipe has no room for the line by `deadline`, a
        `time.monotonic` timestamp.
        """
        if unasked := self._lines.discard():
            self._transcript.remark(f"dropped unsolicited lines: {unasked}")
        self._transcript.sent(line)
        self._write(line, deadline)

    def interject(self, line: str, deadline: float) -> None:
        """Write a line while an answer is awaited. Raises the errors of `send`."""
        self._transcript.sent(line)
        self._write(line, deadline)

    def read_line(self, deadline: float, awaited: str) -> str:
        """Return the next line, without its line break. `awaited` names the request in errors. Raises
        `EngineCrashed` if the process has ended, `EngineFlooded`, and `EngineStalled` if no complete line has
        arrived by `deadline`, a `time.monotonic` timestamp.
        """
        try:
            line = self._lines.take(deadline)
        except TimeoutError:
            raise EngineStalled(f"engine {self.name!r} does not answer {_shown(awaited)}") from None
        if line is None:
            raise self._flooded() or self._crashed(f"before it answered {_shown(awaited)}")
        return line

    def remark(self, text: str) -> None:
        """Write a remark to the log."""
        self._transcript.remark(text)

    def quit(self, command: str, timeout: float) -> bool:
        """Ask the process to end: send the line `command` and close its input. If it does not end, terminate
        it after `timeout` seconds, and kill it after `timeout` more. Return whether it ended when asked.
        Never raises.
        """
        ended = False
        if self._finalizer.alive:
            deadline = time.monotonic() + timeout
            with contextlib.suppress(EngineCrashed, EngineStalled):
                self.send(command, deadline)
            with contextlib.suppress(OSError):
                self._stdin.close()
            ended = _wait(self._process, deadline)
            if not ended and sys.platform != "win32":
                self._transcript.remark("did not quit: terminated")
                _signal(self._process, signal.SIGTERM)
                _wait(self._process, time.monotonic() + timeout)
        self.kill()
        return ended

    def kill(self) -> None:
        """Kill the process and its children. Never raises."""
        with self._lock:
            self._finalizer()

    def _write(self, line: str, deadline: float) -> None:
        if flooded := self._flooded():
            raise flooded
        try:
            write_all(self._stdin.fileno(), line.encode("utf-8") + b"\n", deadline)
        except TimeoutError:
            stalled = EngineStalled(f"engine {self.name!r} does not read its input")
            raise self._flooded() or stalled from None
        except (OSError, ValueError):
            raise self._flooded() or self._crashed(f"when it was sent {_shown(line)}") from None

    def _flooded(self) -> EngineFlooded | None:
        flood = self._lines.flood
        return EngineFlooded(f"engine {self.name!r} floods its output: {flood}") if flood else None

    def _crashed(self, when: str) -> EngineCrashed:
        # The pipe ends before the process does, and its last output may not have arrived yet.
        _wait(self._process, time.monotonic() + _SETTLE_SECONDS)
        self._errors.settle(_SETTLE_SECONDS)
        status = _status(self._process)
        if status is None:
            how = "closed its output"
        elif status < 0:
            how = f"was killed by signal {-status}"
        else:
            how = f"ended with exit status {status}"
        words = _error_text(self._errors.lines)
        tail = f"; it wrote: {words}" if words else ""
        self._transcript.remark(f"{how}; it wrote: {self.stderr_tail}")
        return EngineCrashed(
            f"engine {self.name!r} {how} {when}{tail}", output="\n".join(self._errors.lines).strip()
        )


def _error_text(lines: Sequence[str]) -> str:
    """Return the error message of a crashed program, on one line, without a traceback or backtrace."""
    full = [line.strip() for line in lines if line.strip()]
    if any(line.startswith("Traceback (most recent call last)") for line in full):
        full = full[-1:]
    end = next((at for at, line in enumerate(full) if line.lower().startswith(_BACKTRACE)), len(full))
    words = " ".join(" ".join(full[:end]).split())
    return words if len(words) <= 2 * _SHOWN else f"{words[:_SHOWN]} ... {words[-_SHOWN:]}"


def _detached(stream: IO[bytes]) -> int:
    """Close a stream, and return a duplicate of its descriptor."""
    descriptor = os.dup(stream.fileno())
    stream.close()
    return descriptor


def _clean_up(
    owner: int,
    process: subprocess.Popen[bytes],
    stdin: IO[bytes],
    lines: LineReader,
    errors: OutputTail,
    transcript: Transcript,
) -> None:
    if os.getpid() != owner:
        return  # a forked child: the engine belongs to its parent
    _signal(process, None)
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        process.wait(_REAP_SECONDS)
    with contextlib.suppress(OSError):
        stdin.close()
    lines.close()
    errors.close()
    transcript.remark("ended")
    transcript.close()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals | None) -> None:
    """Send a signal to the process group; None kills it."""
    if sys.platform == "win32":
        process.kill()
        return
    # The process id is not reused until the process has been waited for.
    if process.returncode is None:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL if number is None else number)


def _ended(process: subprocess.Popen[bytes]) -> bool:
    """Return whether the process has ended. It is not reaped, so that its id is not reused."""
    return _status(process) is not None


def _status(process: subprocess.Popen[bytes]) -> int | None:
    if process.returncode is not None:
        return process.returncode
    if sys.platform == "win32":
        return process.poll()
    try:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return process.poll()
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _wait(process: subprocess.Popen[bytes], deadline: float) -> bool:
    """Wait for the process to end; return whether it ended by `deadline`."""
    while not _ended(process):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
