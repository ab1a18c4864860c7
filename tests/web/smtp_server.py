"""An SMTP server for the tests: it takes mails, or stalls, drops, refuses, or drips."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

__all__ = ["FakeSmtp", "fake_smtp", "text_of"]


class FakeSmtp:
    """A server on a free port of this machine, without TLS."""

    def __init__(self, behavior: str) -> None:
        """`behavior`: `takes`, `stalls` (says nothing), `drops` (closes at the mail), `refuses` (the
        recipient, for good), `later` (refuses the first mail for now), `drips` (a byte now and then), or
        `leaves` (takes the mail and answers the end of the talk with an error).
        """
        self.behavior = behavior
        self.mails: list[Any] = []
        self.logins: list[str] = []
        self.connections = 0
        self.change = threading.Condition()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def wait(self, count: int) -> list[Any]:
        """The mails, once there are so many."""
        with self.change:
            assert self.change.wait_for(lambda: len(self.mails) >= count, 30)
            return list(self.mails)

    def wait_for_connections(self, count: int) -> None:
        with self.change:
            assert self.change.wait_for(lambda: self.connections >= count, 30)

    def close(self) -> None:
        self._socket.close()
        for each in self._open:
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                talk, _ = self._socket.accept()
                self._open.append(talk)
                with self.change:
                    self.connections += 1
                    self.change.notify_all()
                threading.Thread(target=self._talk, args=(talk,), daemon=True).start()

    def _talk(self, talk: socket.socket) -> None:
        with suppress(OSError, ValueError), talk, talk.makefile("rb") as lines:
            if self.behavior == "stalls":
                lines.read()
                return
            if self.behavior == "drips":
                while not self._ended(talk):
                    talk.sendall(b"2")
                return
            talk.sendall(b"220 here\r\n")
            for line in lines:
                word = line[:4].upper()
                if word == b"EHLO":
                    talk.sendall(b"250-here\r\n250 AUTH PLAIN\r\n")
                elif word == b"AUTH":
                    self.logins.append(line.decode())
                    talk.sendall(b"235 ok\r\n")
                elif word == b"RCPT" and self.behavior == "refuses":
                    talk.sendall(b"550 no such person ada@club.example\r\n")
                elif word == b"DATA":
                    if self.behavior == "drops":
                        return
                    if self.behavior == "later":
                        self.behavior = "takes"
                        talk.sendall(b"451 later\r\n")
                        continue
                    talk.sendall(b"354 go\r\n")
                    self._take(lines)
                    talk.sendall(b"250 taken\r\n")
                elif word == b"QUIT":
                    talk.sendall(b"421 busy\r\n" if self.behavior == "leaves" else b"221 bye\r\n")
                    return
                else:
                    talk.sendall(b"250 ok\r\n")

    @staticmethod
    def _ended(talk: socket.socket) -> bool:
        """Whether the client has gone, after a pause."""
        talk.settimeout(0.05)
        try:
            return not talk.recv(100)
        except TimeoutError:
            return False

    def _take(self, lines: Any) -> None:
        content = b""
        while (line := lines.readline()) != b".\r\n":
            content += line[1:] if line.startswith(b".") else line
        with self.change:
            self.mails.append(message_from_bytes(content, policy=default))
            self.change.notify_all()


def text_of(mail: Message) -> str:
    """The text of a mail."""
    return str(mail.get_content())  # type: ignore[attr-defined]


@contextmanager
def fake_smtp(behavior: str = "takes") -> Iterator[FakeSmtp]:
    """A server that listens until the end of the block."""
    server = FakeSmtp(behavior)
    try:
        yield server
    finally:
        server.close()
