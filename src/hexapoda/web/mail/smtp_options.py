"""`smtp_settings`: reads the SMTP server from the options of `hexapoda web`."""

from __future__ import annotations

import os
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from hexapoda.errors import UsageError
from hexapoda.web.mail.subscription import is_mail_address
from hexapoda.web.settings import SmtpSettings, is_this_machine

__all__ = ["PASSWORD", "page_url", "smtp_settings"]

PASSWORD = "HEXAPODA_SMTP_PASSWORD"
"""The environment variable with the password, if it is not in a file."""
_PORTS = {"starttls": 587, "tls": 465, "none": 25}


def smtp_settings(
    server: str | None, security: str, user: str, password_file: Path | None, sender: str, address: str | None
) -> SmtpSettings | None:
    """Return the settings; None if no server is given. Raises `UsageError`.

    `server`: a host, optionally with a port; `sender`: the sender of emails; `address`: the URL of the page.
    """
    if server is None:
        if user or password_file or sender:
            raise UsageError("--smtp-user, --smtp-password-file and --mail-from need --smtp HOST")
        return None
    host, port = _host_and_port(server, security)
    if security == "none" and user and not is_this_machine(host):
        raise UsageError("--smtp-security none would send the password to another machine unencrypted")
    if not is_mail_address(parseaddr(sender)[1]) or "\n" in sender or "\r" in sender:
        raise UsageError(f"--mail-from {sender!r}: expected the address that emails come from, a@b.example")
    if address is None:
        raise UsageError("--smtp needs --address URL: emails link to the page")
    return SmtpSettings(host, port, _security(security), user, _password(user, password_file), sender)


def page_url(text: str) -> str:
    """Return the address of the page with a trailing slash. Raises `UsageError`."""
    try:
        found = urlsplit(text)
        host, _ = found.hostname, found.port
    except ValueError:
        host = None
    if not host or found.scheme not in ("http", "https") or found.query or found.fragment or found.username:
        raise UsageError(f"--address {text!r}: expected an address such as https://club.example/hex/")
    return text if text.endswith("/") else f"{text}/"


def _host_and_port(server: str, security: str) -> tuple[str, int]:
    try:
        found = urlsplit(f"//{server}")
        host, port = found.hostname, found.port
    except ValueError:
        host, port = None, None
    if not host or found.path or found.username:
        raise UsageError(f"--smtp {server!r}: expected a host or HOST:PORT, such as mail.club.example:587")
    return host, port or _PORTS[_security(security)]


def _security(text: str) -> str:
    if text not in _PORTS:
        raise UsageError(f"--smtp-security {text!r}: expected starttls, tls or none")
    return text


def _password(user: str, file: Path | None) -> str:
    if not user:
        return ""
    if file is None:
        found = os.environ.get(PASSWORD, "")
    else:
        try:
            found = file.read_text("utf-8").strip("\r\n")
        except (OSError, ValueError) as error:
            why = type(error).__name__
            raise UsageError(f"--smtp-password-file {str(file)!r} cannot be read: {why}") from None
    if not found:
        raise UsageError(f"--smtp-user needs a password: --smtp-password-file, or the variable {PASSWORD}")
    return found
