"""The command `web`: the server of the browser board.

Owns the options and the lines that it prints. `web.serve` runs the server.
"""

from __future__ import annotations

import secrets
import sys
import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from hexapoda.cli.display import has_display
from hexapoda.cli.output import print_text
from hexapoda.errors import UsageError

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
            help="Another host name under which the page can be opened; repeatable.",
            show_default=False,
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path",
            metavar="PATH",
            help="The path below which the page lives, such as /hex/ behind a proxy.",
        ),
    ] = "/",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="The address or network of a proxy whose headers X-Forwarded-... count; repeatable.",
            show_default=False,
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            help="The games of the library: an SQLite file or postgresql://HOST/NAME; by default yours.",
            show_default=False,
        ),
    ] = None,
    store_writable: Annotated[
        bool | None,
        typer.Option(
            "--store-writable/--store-read-only",
            help="Whether all pages may change the library; by default only yours, which have the token.",
            show_default=False,
        ),
    ] = None,
    matches: Annotated[
        Path | None,
        typer.Option(
            "--matches",
            metavar="DIR",
            help="The folder of the matches that pages can watch; by default yours, if only this machine can "
            "reach the server.",
            show_default=False,
        ),
    ] = None,
    runs: Annotated[
        Path | None,
        typer.Option(
            "--runs",
            metavar="DIR",
            help="The folder of the training runs that pages can watch; by default yours, if only this "
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
            help="The SMTP server for email notices; by default no emails are sent.",
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
            help="The file with the password; by default the variable HEXAPODA_SMTP_PASSWORD.",
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
            help="Ask for no token: every user and program of this machine may play, change the library and "
            "start matches.",
        ),
    ] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Play in the browser: open a page on this machine until Ctrl+C.

    Games are saved after every move and continue when the server is started again. The printed address has a
    token, which the browser keeps: only this user has full access, others are guests.
    """
    from hexapoda.web.listening import listening_socket
    from hexapoda.web.mail.smtp_options import page_url, smtp_settings
    from hexapoda.web.proxies import TrustedProxies
    from hexapoda.web.proxies import root_path as web_root
    from hexapoda.web.settings import WebSettings, is_this_machine

    for option, watched in (("--matches", matches), ("--runs", runs)):
        if watched is not None and not watched.is_dir():
            raise UsageError(f"{option} {str(watched)!r} is not a folder")

    url = None if address is None else page_url(address)
    mails = smtp_settings(smtp, smtp_security, smtp_user, smtp_password_file, mail_from, url)
    host_name = "" if url is None else urlsplit(url).hostname or ""
    # A name that only this machine knows does not open the server to others.
    named = [*(name or ()), *([host_name] if host_name and not is_this_machine(host_name) else [])]
    path, proxies = web_root(root_path), tuple(trusted_proxy or ())
    TrustedProxies(proxies)  # raises `UsageError` for a bad address

    def ready(address: str, opened: str) -> None:
        print_text(f"hexapoda is ready at {address}  (Ctrl+C ends it)")
        if settings.token is not None and not settings.local:
            from hexapoda.web.reach import page_address

            there = page_address(replace(settings, port=made.getsockname()[1]))
            elsewhere = "" if there is None else f", at {there}"
            print_text(f"this address is yours alone: others open the page without the token{elsewhere}")
        sys.stdout.flush()
        if not no_browser and has_display():
            # In a thread, because a browser in the terminal returns only at its end.
            threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()

    with listening_socket(host, port) as made:
        from hexapoda.web.access import read_token
        from hexapoda.web.serve import serve  # here, because its import takes most of the time to start

        settings = WebSettings(
            host=host,
            names=tuple(named),
            address=url,
            smtp=mails,
            root_path=path,
            trusted_proxies=proxies,
            token=None if no_token else read_token(),
            ticket=None if no_token else secrets.token_urlsafe(24),
            store=store,
            store_writable=store_writable,
            matches=matches,
            runs=runs,
        )
        serve(settings, made, ready)
