"""`WebSettings`: the address that the server listens on, and the limits on what pages may request."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from hexapoda.engine import Limit

__all__ = ["SmtpSettings", "WebSettings", "is_loopback", "is_this_machine"]

_STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The SMTP server through which a web server sends its mails."""

    host: str
    port: int = 587
    security: str = "starttls"
    """The encryption of the connection: `starttls`, `tls` or `none`."""
    user: str = ""
    """The user name for the login; empty for no login."""
    password: str = field(default="", repr=False)
    sender: str = ""
    """The sender of the emails, such as `Club <games@club.example>`."""
    seconds: float = 20.0
    """Seconds for each response of the SMTP server; a mail may take three times as long in total."""
    waiting: int = 500
    """The maximum number of mails waiting to be sent."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The settings of one server."""

    host: str = "127.0.0.1"
    """The address to listen on. By default only this machine can reach the server."""
    port: int = 8117
    """The port. It stays the same from run to run, because browsers store games per address and port."""
    names: tuple[str, ...] = ()
    """Further host names under which the page can be opened, such as the name of a reverse proxy."""
    root_path: str = "/"
    """The path of the page, such as `/hex/` behind a proxy. It begins and ends with a slash."""
    trusted_proxies: tuple[str, ...] = ()
    """The addresses and networks of the proxies whose headers `X-Forwarded-...` are trusted."""
    address: str | None = None
    """The address of the page for other devices, such as `https://club.example/hex/`, for links in mails and
    links to copy; None: the address at which the page was opened.
    """
    smtp: SmtpSettings | None = None
    """The mail server for mails to people whose turn it is; None: no mails."""
    token: str | None = None
    """The token of the owner of the data folder; None: on a server that only this machine can reach, every
    visitor counts as the owner.
    """
    ticket: str | None = None
    """A secret that a browser can use once, in place of the token."""
    static: Path = _STATIC
    """The folder of the page."""
    store: str | None = None
    """The URL or file of the library's store; None: the user's own store."""
    store_writable: bool | None = None
    """Whether pages may change the store; None: only the owner of the data folder may."""
    matches: Path | None = None
    """The folder of the matches that pages may watch; None: the folder of this user, if only this machine
    can reach the server.
    """
    runs: Path | None = None
    """The folder of the training runs that pages may watch; None: the folder of this user, if only this
    machine can reach the server.
    """

    commands: int = 2
    """Matches, training runs and puzzle searches that the owner may run at the same time from the page."""
    move_seconds: float = 2.0
    """An engine's time for a move, as in the terminal."""
    watch_seconds: float = 0.8
    """The minimum time for a move between two engines without clocks, so that people can follow the game."""
    lesson_seconds: float = 0.4
    """The search time for each of the two positions that a move check compares."""
    hint_seconds: float = 1.0
    """The search time of a hint: long enough to be good, short enough to wait for."""

    analysis_seconds: float = 60.0
    """The default search time for a position in the analysis: after that, another minute changes little."""
    deeper_seconds: float = 600.0
    """The longest search time that a page may request for a deeper analysis."""
    analyses: int = 100
    """Pages that may analyze at the same time. They share the engine processes."""

    kept_analyses: int = 2000
    """Analyses that one owner may store, about 100 MB."""
    analysis_megabytes_a_day_per_owner: int = 200
    """Megabytes of analyses that one visitor may send for storage in a day. A page sends its whole analysis
    of about 50 kB again a few seconds after each change.
    """
    analysis_megabytes_a_day_per_address: int = 1000
    """Megabytes of analyses that all visitors of one address may send in a day."""

    engine_processes: int = 2
    """The number of searches that run at the same time. Further searches are queued."""
    engine_bytes: int = 4 * 1024**3
    """The address space of an engine process in bytes. The built-in engines need at most a quarter."""

    text_processes: int = 2
    """The number of processes for reading and writing texts and for puzzle proofs. One client may use all but
    one.
    """
    text_bytes: int = 2 * 1024**3
    """The address space of a process that reads or writes a text, in bytes."""
    text_seconds: float = 30.0
    """The time limit for reading or writing a text. A list of games is cut off sooner."""
    texts_waiting_per_client: int = 20
    """Texts of one client that may wait. The last of them waits about 20 s."""
    texts_waiting: int = 200
    """Texts that may wait in total."""

    review_fast: Limit = field(default_factory=lambda: Limit(time=0.1, nodes=20_000))
    """The limit of each search in the first pass of a review: a game of 60 moves takes a few seconds."""
    review_deep: Limit = field(default_factory=lambda: Limit(time=0.5))
    """The limit of each search in the second pass: long enough to find a plan, and short enough for the games
    that wait for a process in the meantime.
    """
    judge_nodes: int = 50_000
    """The node limit of each search that judges an answer to an exercise. It makes the judgment independent
    of how busy the machine is.
    """
    judge_seconds: float = 20.0
    """The time limit for judging an answer, which usually takes a few tenths of a second. If it is exceeded,
    the move is not judged.
    """
    reviews_at_once: int = 1
    """Reviews that search at the same time. One leaves a process free for the games."""
    reviews_waiting: int = 30
    """Reviews that may wait for their turn. The last of them starts after some minutes."""
    reviews_waiting_per_client: int = 10
    """Reviews of one client that may wait for their turn."""
    reviews: int = 100
    """Reviews in memory. A review takes about 300 kB; its file stays when it is dropped from memory."""
    reviews_per_owner: int = 500
    """Reviews that one visitor may keep, about 25 MB."""
    review_files: int = 5000
    """Reviews on disk, about 250 MB. At this limit visitors cannot start new ones."""
    review_plies: int = 600
    """The longest game that is reviewed, in plies. The longest human games in archives are half as long."""
    exercises_per_owner: int = 3000
    """Exercises that one visitor may keep, about 15 MB."""
    exercises: int = 400_000
    """Exercises of all visitors on disk, about 2 GB. At this limit no exercises are added."""
    lines_a_day_per_owner: int = 200
    """Lines that one visitor may add to a repertoire in a day."""
    lines_a_day_per_address: int = 1000
    """Lines that all visitors of one address may add to repertoires in a day."""
    solvers_a_day_per_address: int = 300
    """Visitors of one address who may start solving puzzles in a day: each has a progress file of up to
    400 kB.
    """
    query_seconds: float = 10.0
    """The time limit of a query to the store."""
    import_bytes: int = 64 * 1024**2
    """The largest file of games that a page may import, in bytes: about 100,000 games."""

    import_processes: int = 2
    """Files that are imported at the same time. One client may use all but one."""

    upload_seconds: float = 300.0
    """Seconds within which a file to import must arrive: the largest needs about 2 Mbit/s."""
    uploads_per_address: int = 3
    """Files to import that may arrive at the same time from one address. A page sends one after the other."""

    body_bytes: int = 64 * 1024
    """The largest body of a request in bytes: a long game as text takes 10 kB."""
    file_bytes: int = 8 * 1024**2
    """The largest body of a request with a file, in bytes: enough for the longest text that pages may send,
    with each comment twice and escaped.
    """
    file_paths: tuple[str, ...] = (
        "/api/v1/records",
        "/api/v1/exports",
        "/api/v1/reviews",
        "/api/v1/analyses",
    )
    """The paths that accept bodies with a file, alone or followed by a number."""
    message_bytes: int = 16 * 1024
    """The largest WebSocket message in bytes: a move takes 100."""
    messages_per_second: int = 20
    """Messages that one socket may send per second, after a burst of three times as many."""
    requests_per_second: int = 50
    """Requests per second from one address other than this machine's own, after a burst of four times as
    many: the page loads about 20 files.
    """
    sockets: int = 800
    """WebSockets that may be open at the same time: a process may usually have 1,024 open files."""
    rooms: int = 200
    """Games in memory. A game takes about 100 kB; its file stays when it is dropped from memory."""
    sockets_per_address: int = 40
    """WebSockets from an address other than this machine's own: enough for a class behind one router."""
    connections_per_address: int = 60
    """Connections, except WebSockets, from an address other than this machine's own. A browser opens six."""
    head_seconds: float = 10.0
    """Seconds within which the head of a request must arrive: a slow client occupies a connection."""
    head_bytes: int = 64 * 1024
    """The largest head of a request in bytes: its address may contain a position of 16,000 characters."""
    answer_seconds: float = 60.0
    """Seconds within which a client must read a response, apart from what the system buffers."""
    files: int = 5000
    """Unfinished games on disk, about 50 MB. At this limit visitors cannot start new ones."""
    reviews_a_day_per_owner: int = 100
    """Reviews that one visitor may ask for in a day."""
    reviews_a_day_per_address: int = 300
    """Reviews that all visitors of one address may ask for in a day."""
    archived_games: int = 200_000
    """Finished and abandoned games, about 2 GB. At this limit visitors cannot start new ones."""
    games_per_owner: int = 100
    """Unfinished games that one visitor may have. After a month without a move, a game no longer counts."""
    games_per_address: int = 300
    """Unfinished games that all visitors of one address may have: enough for a class behind one router."""
    games_a_day_per_owner: int = 200
    """Games that one visitor may start in a day."""
    games_a_day_per_address: int = 1000
    """Games that all visitors of one address may start in a day."""
    offers: int = 200
    """Games that may be open to anyone at the same time."""
    offers_per_owner: int = 5
    """Open games that one visitor may offer at the same time, including the owner of the data folder."""
    offers_per_address: int = 20
    """Open games that all visitors of one address may offer at the same time."""
    mail_addresses_a_day_per_owner: int = 3
    """Mail addresses that one visitor may enter in a day: each receives a mail with a link to confirm it."""
    mail_addresses_a_day_per_address: int = 10
    """Mail addresses that all visitors of one network address may enter in a day."""
    mails_a_day_per_address: int = 40
    """Mails that may be sent to one mail address in a day."""
    mails_a_day: int = 2000
    """Mails that may be sent in a day, in total."""
    listeners: int = 20
    """Pages that may watch one game or review: two players and an audience."""
    idle_seconds: float = 3600.0
    """Seconds after which a game or review that no page watches is dropped from memory."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server. Further host names or trusted proxies imply that a
        proxy forwards requests from elsewhere.
        """
        shared = self.names or self.trusted_proxies
        return not shared and is_this_machine(self.host)

    @property
    def shows_matches(self) -> bool:
        """Whether pages may watch matches, which reveal a user's engines and their files."""
        return self.local or self.matches is not None

    @property
    def shows_runs(self) -> bool:
        """Whether pages may watch training runs."""
        return self.local or self.runs is not None


@lru_cache(1024)  # called several times per request
def is_loopback(host: str) -> bool:
    """Return whether an address reaches only the machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_this_machine(host: str) -> bool:
    """Return whether a host is `localhost`, or an address that reaches only the machine itself."""
    return host == "localhost" or is_loopback(host)
