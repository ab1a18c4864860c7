"""`WebSettings`: where the server listens, and how much it lets a page ask for."""

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
    """The SMTP server that takes the mails of a server."""

    host: str
    port: int = 587
    security: str = "starttls"
    """`starttls`, `tls` or `none`."""
    user: str = ""
    """The name for the login; empty for no login."""
    password: str = field(default="", repr=False)
    sender: str = ""
    """The sender of the emails, such as `Club <games@club.example>`."""
    seconds: float = 20.0
    """Seconds for each answer of the SMTP server; a mail may take three times as long in all."""
    waiting: int = 500
    """Mails that wait to be sent."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The settings of one server. Every limit has a default with a reason."""

    host: str = "127.0.0.1"
    """The address to listen on. Only this machine can reach the default."""
    port: int = 8117
    """The port. It stays the same from run to run, because browsers store games per address and port."""
    names: tuple[str, ...] = ()
    """More host names under which the page can be opened, such as the name of a reverse proxy."""
    root_path: str = "/"
    """The path below which the page lives, such as `/hex/` behind a proxy. It begins and ends with a
    slash."""
    trusted_proxies: tuple[str, ...] = ()
    """The addresses and networks of the proxies whose headers `X-Forwarded-...` count."""
    address: str | None = None
    """The address of the page for others, such as `https://club.example/hex/`, for links in mails and to be
    copied; None: that at which the page was opened.
    """
    smtp: SmtpSettings | None = None
    """Where mails are sent to people whose turn it is; None: there are none."""
    token: str | None = None
    """The token of the owner of the data folder; None: every visitor of a server of this machine alone may
    do all that the owner may.
    """
    ticket: str | None = None
    """What lets a browser in once, in place of the token."""
    static: Path = _STATIC
    """The folder of the page."""
    store: str | None = None
    """The URL or the file of the games of the library; None for the user's own store."""
    store_writable: bool | None = None
    """Whether pages may change the store; None: only pages of the owner of the data folder."""
    matches: Path | None = None
    """The folder of the matches that pages may watch; None: those of this user, if nobody else can reach the
    server."""
    runs: Path | None = None
    """The folder of the training runs that pages may watch; None: those of this user, if nobody else can
    reach the server."""

    commands: int = 2
    """Matches, training runs and makings of puzzles that the owner may let run at a time from the page."""
    move_seconds: float = 2.0
    """The time of an engine for a move, as in the terminal."""
    watch_seconds: float = 0.8
    """The least time of a move if two engines play without clocks: people want to see each move."""
    lesson_seconds: float = 0.4
    """The time for each of the two positions that the check of a move compares."""
    hint_seconds: float = 1.0
    """The time of a hint: long enough to be good, short enough to wait for."""

    analysis_seconds: float = 60.0
    """The time of an engine for one position of an analysis: later, another minute changes little."""
    deeper_seconds: float = 600.0
    """The longest time that a page may ask for, to look deeper."""
    analyses: int = 100
    """Pages with an analysis at a time. They share the processes."""

    kept_analyses: int = 2000
    """Analyses that one owner may keep, about 100 MB."""
    analysis_megabytes_a_day_per_owner: int = 200
    """Megabytes of analyses that one visitor may send to be kept in a day: a page sends one of 50 kB anew
    some seconds after a change."""
    analysis_megabytes_a_day_per_address: int = 1000
    """Megabytes of analyses that all visitors of one address may send in a day."""

    engine_processes: int = 2
    """Searches at a time. More games wait in a queue."""
    engine_bytes: int = 4 * 1024**3
    """The address space of an engine's process. The largest tables of the built-in engines need a quarter."""

    text_processes: int = 2
    """Texts that are read or written, and proofs of puzzles, at a time. One client has one less of them."""
    text_bytes: int = 2 * 1024**3
    """The address space of a process that reads or writes a text."""
    text_seconds: float = 30.0
    """The time for such a text. The readers themselves end a list of games sooner."""
    texts_waiting_per_client: int = 20
    """Texts of one client that wait. The last of them waits about 20 s."""
    texts_waiting: int = 200
    """Texts that wait."""

    review_fast: Limit = field(default_factory=lambda: Limit(time=0.1, nodes=20_000))
    """The limit of each search in the first pass of a review: a game of 60 moves takes a few seconds."""
    review_deep: Limit = field(default_factory=lambda: Limit(time=0.5))
    """The limit of each search in the second pass: long enough to find a plan, and short enough for the games
    that wait for a process meanwhile."""
    judge_nodes: int = 50_000
    """The nodes of each search that judges an answer to an exercise: what is right is so on a busy machine
    too."""
    judge_seconds: float = 20.0
    """The most time for that, usually a few tenths; after it the move is not judged."""
    reviews_at_once: int = 1
    """Reviews that search at a time. One leaves a process free for the games."""
    reviews_waiting: int = 30
    """Reviews that may wait for their turn. The last of them begins after some minutes."""
    reviews_waiting_per_client: int = 10
    """Reviews of one client that may wait for their turn."""
    reviews: int = 100
    """Reviews in memory. A review has about 300 kB, and its file stays when it has to go."""
    reviews_per_owner: int = 500
    """Reviews that one visitor may keep, about 25 MB."""
    review_files: int = 5000
    """Reviews on the disk, about 250 MB. Then visitors cannot have another one."""
    review_plies: int = 600
    """The longest game that is reviewed. The longest of people in the archives have half as many moves."""
    exercises_per_owner: int = 3000
    """Exercises that one visitor may keep, about 15 MB."""
    exercises: int = 400_000
    """Exercises of all visitors on the disk, about 2 GB. Then they get no other ones."""
    lines_a_day_per_owner: int = 200
    """Lines that one visitor may add to a repertoire in a day."""
    lines_a_day_per_address: int = 1000
    """Lines that all visitors of one address may add in a day."""
    solvers_a_day_per_address: int = 300
    """Visitors of one address whose progress in puzzles may begin in a day: each has a file, of 400 kB at
    most."""
    query_seconds: float = 10.0
    """The time of a question to the store."""
    import_bytes: int = 64 * 1024**2
    """The largest file of games that a page may import: about 100,000 games."""

    import_processes: int = 2
    """Files that are imported at a time. One client has one less of them."""

    upload_seconds: float = 300.0
    """Seconds for such a file to arrive: one of the largest size needs 2 Mbit/s."""
    uploads_per_address: int = 3
    """Such files at a time from one address other than this machine's own. A page sends one by one."""

    body_bytes: int = 64 * 1024
    """The largest body of a request: a long game as text has 10 kB."""
    file_bytes: int = 8 * 1024**2
    """The largest body of a request with a file: the longest text that pages may send, with each comment
    twice and escaped."""
    file_paths: tuple[str, ...] = (
        "/api/v1/records",
        "/api/v1/exports",
        "/api/v1/reviews",
        "/api/v1/analyses",
    )
    """The addresses that accept such bodies, also with a number after them."""
    message_bytes: int = 16 * 1024
    """The largest message of a WebSocket: a move has 100 bytes."""
    messages_per_second: int = 20
    """Messages of one socket, after a burst of three times as many."""
    requests_per_second: int = 50
    """Requests of one address other than this machine's own, after a burst of four times as many: a page has
    about 20 files."""
    sockets: int = 800
    """Connections at a time: a process may usually have 1,024 open files."""
    rooms: int = 200
    """Games in memory. A game has about 100 kB, and its file stays when it has to go."""
    sockets_per_address: int = 40
    """WebSockets from an address other than this machine's own: a household, or a class behind one router."""
    connections_per_address: int = 60
    """Connections from such an address that are not WebSockets. A browser opens six."""
    head_seconds: float = 10.0
    """Seconds for the head of a request to arrive: a slow client holds a connection meanwhile."""
    head_bytes: int = 64 * 1024
    """The largest head of a request: its address may have a position as text, 16,000 characters."""
    answer_seconds: float = 60.0
    """Seconds for a client to read an answer, or as much of it as the system does not keep."""
    files: int = 5000
    """Games on the disk that are not over, about 50 MB. Then visitors cannot begin another one."""
    reviews_a_day_per_owner: int = 100
    """Reviews that one visitor may ask for in a day."""
    reviews_a_day_per_address: int = 300
    """Reviews that all visitors of one address may ask for in a day."""
    archived_games: int = 200_000
    """Games that are over or abandoned: about 2 GB. Then the same holds."""
    games_per_owner: int = 100
    """Games that one visitor may have begun and not finished in a month."""
    games_per_address: int = 300
    """Unfinished games that all visitors of one address may have: a class behind one router."""
    games_a_day_per_owner: int = 200
    """Games that one visitor may begin in a day."""
    games_a_day_per_address: int = 1000
    """Games that all visitors of one address may begin in a day."""
    offers: int = 200
    """Games at a time that are open to anyone."""
    offers_per_owner: int = 5
    """Open games that one visitor may offer at a time, the owner of the data folder too."""
    offers_per_address: int = 20
    """Open games that all visitors of one address may offer at a time."""
    mail_addresses_a_day_per_owner: int = 3
    """Mail addresses that one visitor may give in a day: each gets a mail with a link to confirm it."""
    mail_addresses_a_day_per_address: int = 10
    """Mail addresses that all visitors of one network address may give in a day."""
    mails_a_day_per_address: int = 40
    """Mails to one mail address in a day."""
    mails_a_day: int = 2000
    """Mails in a day, to all."""
    listeners: int = 20
    """Sockets of one game: two players and an audience."""
    idle_seconds: float = 3600.0
    """Seconds after which a game without pages leaves the memory."""

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server. Another host name, or a proxy that is trusted,
        means that a proxy passes requests of others on.
        """
        shared = self.names or self.trusted_proxies
        return not shared and is_this_machine(self.host)

    @property
    def shows_matches(self) -> bool:
        """Whether pages may watch matches. They say which engines, and which files of engines, a user has."""
        return self.local or self.matches is not None

    @property
    def shows_runs(self) -> bool:
        """Whether pages may watch training runs."""
        return self.local or self.runs is not None


@lru_cache(1024)  # several times for each request
def is_loopback(host: str) -> bool:
    """Whether an address reaches only the machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_this_machine(host: str) -> bool:
    """Whether a host is `localhost`, or an address that reaches only the machine itself."""
    return host == "localhost" or is_loopback(host)
