"""The command `web`: the server of the browser board.

Declares its options and prints its messages. `hexapoda.web.serve` runs the server.
"""

from __future__ import annotations

import secrets
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from hexapoda.cli.display import has_display
from hexapoda.cli.output import print_text
from hexapoda.errors import UsageError

if TYPE_CHECKING:
    from hexapoda.web.settings import WebSettings

__all__ = ["web"]


def web(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for all networks.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            metavar="N",
            help="The port; by default 8117 or one near it.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="Another host name under which the page can be opened; may be repeated.",
            show_default=False,
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path",
            metavar="PATH",
            help="The path under which the page is served, such as /hex/ behind a proxy.",
        ),
    ] = "/",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="The address or network of a proxy whose X-Forwarded headers are trusted; may be repeated.",
            show_default=False,
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            help="The library: an SQLite file or postgresql://HOST/NAME; by default your own store.",
            show_default=False,
        ),
    ] = None,
    store_writable: Annotated[
        bool | None,
        typer.Option(
            "--store-writable/--store-read-only",
            help="Let all pages, or none, change the library; by default only pages with the token may.",
            show_default=False,
        ),
    ] = None,
    matches: Annotated[
        Path | None,
        typer.Option(
            "--matches",
            metavar="DIR",
            help="The folder of the matches that pages can watch; by default your own, if only this machine "
            "can reach the server.",
            show_default=False,
        ),
    ] = None,
    runs: Annotated[
        Path | None,
        typer.Option(
            "--runs",
            metavar="DIR",
            help="The folder of the training runs that pages can watch; by default your own, if only this "
            "machine can reach the server.",
            show_default=False,
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            "--address",
            metavar="URL",
            help="The address of the page for others, such as https://club.example/hex/, for links.",
            show_default=False,
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            "--smtp",
            metavar="HOST[:PORT]",
            help="The SMTP server for emails to people whose turn it is; needs --address and --mail-from; by "
            "default no emails are sent.",
            show_default=False,
        ),
    ] = None,
    smtp_security: Annotated[
        str,
        typer.Option(
            "--smtp-security",
            metavar="HOW",
            help="The encryption of the connection to the SMTP server: starttls, tls or none.",
        ),
    ] = "starttls",
    smtp_user: Annotated[
        str,
        typer.Option(
            "--smtp-user", metavar="NAME", help="The user name for the SMTP server.", show_default=False
        ),
    ] = "",
    smtp_password_file: Annotated[
        Path | None,
        typer.Option(
            "--smtp-password-file",
            metavar="FILE",
            help="The file with the password; by default the environment variable HEXAPODA_SMTP_PASSWORD.",
            show_default=False,
        ),
    ] = None,
    mail_from: Annotated[
        str,
        typer.Option("--mail-from", metavar="ADDRESS", help="The sender of the emails.", show_default=False),
    ] = "",
    no_token: Annotated[
        bool,
        typer.Option(
            "--no-token",
            help="Ask for no token: every user and program on this machine may play, change the library and "
            "start matches.",
        ),
    ] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Play in the browser: serve the page from this machine until Ctrl+C.

    Games are saved after every move and continue when the server is started again. The printed address has a
    token, which the browser keeps: only pages with the token have full access; others are guests. Exit code
    2: the server cannot listen on the address.
    """
    from hexapoda.web.listening import listening_socket
    from hexapoda.web.mail.smtp_options import page_url, smtp_settings
    from hexapoda.web.proxies import TrustedProxies
    from hexapoda.web.proxies import root_path as web_root
    from hexapoda.web.settings import WebSettings

    for option, folder in (("--matches", matches), ("--runs", runs)):
        if folder is not None and not folder.is_dir():
            raise UsageError(f"{option} {str(folder)!r} is not a folder")

    url = None if address is None else page_url(address)
    settings = WebSettings(
        host=host,
        names=_host_names(name or (), url),
        address=url,
        smtp=smtp_settings(smtp, smtp_security, smtp_user, smtp_password_file, mail_from, url),
        root_path=web_root(root_path),
        trusted_proxies=tuple(trusted_proxy or ()),
        store=store,
        store_writable=store_writable,
        matches=matches,
        runs=runs,
    )
    TrustedProxies(settings.trusted_proxies)  # raises `UsageError` for a bad address
    with listening_socket(host, port) as listening:
        from hexapoda.web.access import read_token
        from hexapoda.web.serve import serve  # imported late: it takes most of the startup time

        settings = replace(settings, port=listening.getsockname()[1])
        if not no_token:
            settings = replace(settings, token=read_token(), ticket=secrets.token_urlsafe(24))
        serve(settings, listening, partial(_announce, settings, opens_browser=not no_browser))


def _host_names(names: Sequence[str], url: str | None) -> tuple[str, ...]:
    """Return the host names of the page: `names`, and the host of `url`, the page's address for others. A
    host that means this machine, such as localhost, is omitted, because others cannot reach the page by it.
    """
    from hexapoda.web.settings import is_this_machine

    host = "" if url is None else urlsplit(url).hostname or ""
    return (*names, host) if host and not is_this_machine(host) else tuple(names)


def _announce(settings: WebSettings, address: str, opened: str, *, opens_browser: bool) -> None:
    """Print the address of the page, and open it in the browser if there is a display. `opened`: the one-time
    address for that browser.
    """
    print_text(f"hexapoda is ready at {address}  (Ctrl+C ends it)")
    if settings.token is not None and not settings.local:
        from hexapoda.web.reach import page_address

        public = page_address(settings)
        elsewhere = "" if public is None else f", at {public}"
        print_text(f"this address is yours alone: others open the page without the token{elsewhere}")
    sys.stdout.flush()
    if opens_browser and has_display():
        # In a thread, because a text browser in the terminal blocks until it is closed.
        threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()
