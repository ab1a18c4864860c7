"""A Typer group that turns every error into a short message and an exit code.

The exit codes are 0 (done), 1 (the answer is no), 2 (incorrect usage or invalid input) and 130 (interrupted).
Users never see a traceback unless they set `HEXAPODA_DEBUG`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

from hexapoda.cli.help import paged
from hexapoda.errors import HexapodaError
from hexapoda.text.sentence import reason_of
from hexapoda.text.suggestion import did_you_mean

__all__ = ["INTERRUPTED", "NO", "WRONG", "HexapodaGroup", "complain"]

NO = 1
WRONG = 2
INTERRUPTED = 130
_WRITING = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""The errno values of a failed write to stdout, most often because the disk is full."""


def complain(message: str) -> None:
    """Write one error message to stderr."""
    with contextlib.suppress(OSError, ValueError):  # stderr may be closed
        print(f"hexapoda: {message}", file=sys.stderr, flush=True)


class HexapodaGroup(TyperGroup):
    """A group of commands whose errors become a message and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and raise `SystemExit` with its exit code."""
        debug = bool(os.environ.get("HEXAPODA_DEBUG"))
        code: object
        try:
            code = super().main(
                args=args,
                prog_name=prog_name,
                complete_var=complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
            sys.stdout.flush()
        except (SystemExit, GeneratorExit):
            raise
        except BaseException as error:
            if debug and not _is_usage(error):
                raise
            code = _explain(error)
        if code == INTERRUPTED and sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # so that the shell's prompt starts on a new line
        sys.exit(code if isinstance(code, int) else 0)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, in a pager if it is longer than the terminal."""
        with paged():
            super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command. The error for an unknown command suggests the most similar name."""
        word = args[0] if args else ""
        if word and self.get_command(ctx, word) is None and not word.startswith("-"):
            names = self.list_commands(ctx)
            ctx.fail(f"no such command {word!r}{did_you_mean(word, names)} (commands: {', '.join(names)})")
        return super().resolve_command(ctx, args)


def _is_usage(error: BaseException) -> bool:
    """Return whether the command-line parser raised `error`.

    Tests attributes instead of the class, because Typer now has its own copy of Click's classes, and may
    change that again.
    """
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def _explain(error: BaseException) -> int:
    """Print a message for `error` and return the exit code."""
    if _is_usage(error):
        complain(_usage(error))
        return WRONG
    if isinstance(error, KeyboardInterrupt) or type(error).__name__ == "Abort":
        return INTERRUPTED
    if isinstance(error, HexapodaError):
        source = getattr(error, "source", None)
        complain(str(error) if source is None or str(source) in str(error) else f"{source}: {error}")
        return WRONG
    if isinstance(error, BrokenPipeError):
        _drop_output()  # the reader of the pipe has exited, as `head` does
        return 0
    if isinstance(error, OSError) and error.filename is not None:
        complain(f"cannot use {str(error.filename)!r}: {reason_of(error)}")
        return WRONG
    if isinstance(error, OSError) and error.errno in _WRITING:
        _drop_output()
        complain(f"cannot write the output: {reason_of(error)}")
        return WRONG
    if isinstance(error, UnicodeDecodeError):
        complain(f"the input is not UTF-8 text: the byte at offset {error.start} is invalid")
        return WRONG
    if isinstance(error, MemoryError):
        complain("out of memory")
        return WRONG
    complain(
        f"internal error, please report it: {type(error).__name__}: {error} "
        "(HEXAPODA_DEBUG=1 shows where it happened)"
    )
    return WRONG


def _drop_output() -> None:
    """Discard the buffered output to stdout. Otherwise Python would report the error again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(error: Any) -> str:
    """Return the parser's message in the style of hexapoda's own messages, with a pointer to `--help`."""
    message = str(error.format_message()).strip()
    name = getattr(error, "option_name", None)
    if name is not None and getattr(error, "message", "").lower().startswith("no such option"):
        options = list(getattr(error, "possibilities", None) or ())
        context = getattr(error, "ctx", None)
        if context is not None:
            options += [text for item in context.command.params for text in item.opts if text.startswith("-")]
        message = f"no such option {name!r}{did_you_mean(name, options)}"
        if name[1:2] in {"w", "b"} and not name.startswith("--"):
            message += " (put quotes around a move that contains a space)"
    elif message[:1].isupper() and not message[1:2].isupper():
        message = message[0].lower() + message[1:]
    message = message.rstrip(".")
    context = getattr(error, "ctx", None)
    if context is not None:
        message += f"\ntry '{context.command_path} --help'"
    return message
