"""`Delivery`: a queue of emails, and the thread that sends them, so that the server never waits for SMTP.

Limits how many mails wait, how long sending a mail may take, and how often it is tried. A mail that the SMTP
server has not accepted after the last attempt is dropped. Addresses and passwords are never logged.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import smtplib
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage

from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import SmtpSettings

__all__ = ["Delivery"]

_PAUSES = (60.0, 600.0, 3600.0)
"""Seconds to wait before each retry."""


class Delivery:
    """The queue of mails for one SMTP server."""

    def __init__(
        self,
        settings: SmtpSettings,
        *,
        pauses: tuple[float, ...] = _PAUSES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`settings`: the SMTP server; `pauses`: the seconds before each retry; `now`: the clock."""
        self._settings = settings
        self._pauses = pauses
        self._now = now
        self._waiting: list[tuple[float, int, int, EmailMessage]] = []
        self._numbers = itertools.count()
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._closing: Callable[[], None] = lambda: None
        self.sent = self.failed = 0
        """How many mails the SMTP server accepted, and how many were dropped."""

    def put(self, message: EmailMessage) -> bool:
        """Queue a mail; return False if too many mails are waiting, or after `close`."""
        with self._change:
            if self._closed or len(self._waiting) >= self._settings.waiting:
                return False
            heapq.heappush(self._waiting, (self._now(), next(self._numbers), 0, message))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="hexapoda mails", daemon=True)
                self._thread.start()
            self._change.notify()
        return True

    def close(self) -> None:
        """Stop sending. The connection of a mail that is being sent is closed at once."""
        with self._change:
            self._closed = True
            self._waiting.clear()
            self._change.notify()
        self._closing()

    def _run(self) -> None:
        while (due := self._next()) is not None:
            attempt, message = due
            try:
                self._send(message)
                self.sent += 1
            except (OSError, smtplib.SMTPException, ValueError) as error:
                self._failed(message, attempt, error)

    def _next(self) -> tuple[int, EmailMessage] | None:
        """Wait for the next due mail; return it with its number of failed attempts, or None after `close`."""
        with self._change:
            while not self._closed:
                if self._waiting:
                    wait = self._waiting[0][0] - self._now()
                    if wait <= 0:
                        _, _, attempt, message = heapq.heappop(self._waiting)
                        return attempt, message
                    self._change.wait(wait)
                else:
                    self._change.wait()
        return None

    def _failed(self, message: EmailMessage, attempt: int, error: Exception) -> None:
        """Queue a mail for a retry, but drop it if this was the last attempt or the SMTP server will never
        accept it. If the server did not respond, delay the other mails equally.
        """
        with self._change:
            if self._closed:
                return
            final = _is_final(error) or attempt >= len(self._pauses)
            LOGGER.warning("an email could not be sent%s: %s", "" if final else " yet", _said(error))
            if final:
                self.failed += 1
                return
            later = self._now() + self._pauses[attempt]
            if not isinstance(error, smtplib.SMTPResponseException | smtplib.SMTPRecipientsRefused):
                self._waiting = [(max(when, later), *rest) for when, *rest in self._waiting]  # type: ignore[misc]
                heapq.heapify(self._waiting)
            heapq.heappush(self._waiting, (later, next(self._numbers), attempt + 1, message))

    def _send(self, message: EmailMessage) -> None:
        """Hand a mail to the SMTP server. Raises `OSError` and `smtplib.SMTPException`."""
        settings = self._settings
        smtp = _OverTls(settings) if settings.security == "tls" else _Plain(settings)
        with self._limited(smtp), contextlib.closing(smtp):
            smtp.connect(settings.host, settings.port)
            if settings.security == "starttls":
                smtp.starttls(context=ssl.create_default_context())  # raises if the server does not offer it
            if settings.user:
                smtp.login(settings.user, settings.password)
            smtp.send_message(message)
            with contextlib.suppress(OSError, smtplib.SMTPException):
                smtp.quit()  # whatever the response, the mail was accepted

    @contextlib.contextmanager
    def _limited(self, smtp: smtplib.SMTP) -> Iterator[None]:
        """Limit the total time of a connection: a server that sends a byte now and then causes no timeout."""

        def end() -> None:
            with contextlib.suppress(OSError):
                if (sock := smtp.sock) is not None:
                    sock.shutdown(2)

        timer = threading.Timer(3 * self._settings.seconds, end)
        timer.daemon = True
        timer.start()
        self._closing = end
        try:
            yield
        finally:
            timer.cancel()
            self._closing = lambda: None


class _Plain(smtplib.SMTP):
    """An SMTP client that does not connect when it is created, so that `_limited` also covers connecting."""

    def __init__(self, settings: SmtpSettings) -> None:
        super().__init__(timeout=settings.seconds)
        self._host = settings.host  # the host whose certificate is expected


class _OverTls(smtplib.SMTP_SSL):
    """The counterpart of `_Plain` for connections over TLS."""

    def __init__(self, settings: SmtpSettings) -> None:
        super().__init__(timeout=settings.seconds, context=ssl.create_default_context())
        self._host = settings.host


def _is_final(error: Exception) -> bool:
    """Return whether an error means that the SMTP server will never accept the mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError | smtplib.SMTPSenderRefused) and error.smtp_code >= 500


def _said(error: Exception) -> str:
    """Return the log text for an error. It omits the server's own text, which could contain an address."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = ", ".join(sorted({str(code) for code, _ in error.recipients.values()}))
        return f"the address was refused ({codes})"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{type(error).__name__} ({error.smtp_code})"
    return type(error).__name__
