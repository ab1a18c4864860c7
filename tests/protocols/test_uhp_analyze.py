"""The extension `analyze`: lines as they come, and what ends it."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hexapoda.engine import Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import EngineError
from hexapoda.hive import Position
from hexapoda.protocols.uhp.info import format_info, is_info, parse_info
from hexapoda.protocols.uhp.server import UhpServer
from tests.fakes.thinker import Thinker
from tests.protocols.sources import Source
from tests.protocols.test_uhp_server import talk

DEADLINE = 30


def thinking_server(**given: Any) -> tuple[UhpServer, list[Thinker]]:
    made: list[Thinker] = []

    def make(**values: Any) -> Thinker:
        made.append(Thinker(**values))
        return made[-1]

    return UhpServer(Source(make, name="thinker", options=Thinker.options, given=given)), made


class Talk:
    """A client of a server that runs in a thread, both ends on pipes. Every wait has a deadline."""

    def __init__(self, server: UhpServer) -> None:
        theirs, mine = os.pipe()
        self.stdin = os.fdopen(mine, "wb", buffering=0)
        mine, theirs_out = os.pipe()
        self.stdout = os.fdopen(mine, "rb")
        self.status: list[int] = []
        streams = os.fdopen(theirs, "rb"), os.fdopen(theirs_out, "wb")
        self.thread = threading.Thread(target=self._serve, args=(server, *streams), daemon=True)
        self.thread.start()
        self.answer()

    def _serve(self, server: UhpServer, stdin: Any, stdout: Any) -> None:
        self.status.append(server.serve(stdin, stdout))
        stdout.close()
        stdin.close()

    def send(self, *lines: str) -> None:
        self.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def line(self) -> str:
        alarm = threading.Timer(DEADLINE, os._exit, (99,))
        alarm.start()
        try:
            return self.stdout.readline().decode().removesuffix("\n")
        finally:
            alarm.cancel()

    def answer(self) -> list[str]:
        lines: list[str] = []
        while (line := self.line()) != "ok":
            assert line, f"the output ended after {lines}"
            lines.append(line)
        return lines

    def until_depth(self, depth: int) -> None:
        while f"info depth {depth} " not in self.line():
            pass


@contextmanager
def talking(**given: Any) -> Iterator[tuple[Talk, list[Thinker]]]:
    server, made = thinking_server(**given)
    client = Talk(server)
    client.send("newgame Base+MLP")
    client.answer()
    yield client, made
    client.stdin.close()
    client.thread.join(DEADLINE)
    assert client.status == [0]
    client.stdout.close()
    assert [engine.closed for engine in made] == [1] * len(made)


def test_lines_come_while_it_thinks_and_stop_ends_it() -> None:
    with talking() as (client, _):
        client.send("analyze")
        client.until_depth(3)  # the client has read this while the engine goes on
        client.send("stop")
        rest = client.answer()
        assert rest[-1] == "wS1" and all(map(is_info, rest[:-1]))
        assert client.answer() == []  # that of `stop`
        client.send("validmoves")
        assert len(client.answer()) == 1


@pytest.mark.parametrize("line", ["play wS1", "rubbish", "", "options set Level 3", "analyze depth 1"])
def test_without_a_bound_any_line_ends_it_and_is_answered(line: str) -> None:
    with talking() as (client, _):
        client.send("analyze")
        client.until_depth(2)
        client.send(line)
        assert client.answer()[-1] == "wS1"
        own = client.answer()
        assert own == UhpServerAlone(line).answer
        client.send("stop")
        assert client.answer() == []


class UhpServerAlone:
    """What a line is answered when nothing is running."""

    def __init__(self, line: str) -> None:
        server, _ = thinking_server()
        server.respond("newgame Base+MLP")
        self.answer = server.respond(line)[:-1]


@pytest.mark.parametrize("end", ["exit\n", ""])
def test_without_a_bound_the_end_ends_it(end: str) -> None:
    server, made = thinking_server()
    status, lines = talk(server, f"newgame\nanalyze\n{end}".encode())
    assert status == 0
    answer = lines[lines.index("Base;NotStarted;White[1]") + 2 :]
    assert answer[-2 - bool(end) :] == ["wS1", "ok", *["ok"] * bool(end)]
    assert [engine.closed for engine in made] == [1]


def test_with_a_bound_other_lines_wait() -> None:
    server, _ = thinking_server()
    for bound in ("depth 5", "nodes 5000", "time 00:00:00.05"):
        _, lines = talk(server, f"newgame\nanalyze {bound}\nplay wG1\nstop\n".encode())
        answer = lines[lines.index("Base;NotStarted;White[1]") + 2 :]
        end = answer.index("ok")
        assert answer[end - 1] == "wS1" and answer[end:] == ["ok", "Base;InProgress;Black[1];wG1", "ok", "ok"]
        depths = [int(line.split()[2]) for line in answer[: end - 1]]
        assert depths == list(range(1, len(depths) + 1)) and (len(depths) == 5 or "time" in bound)


@pytest.mark.parametrize(
    "command", ["analyze depth 100000", "bestmove depth 100000", "bestmove time 10:00:00"]
)
def test_stop_ends_a_search_with_a_bound_too_even_before_it_has_begun(command: str) -> None:
    with talking() as (client, _):
        for _ in range(5):
            client.send(command, "stop", "play wB1", "undo")  # a stop that comes at once must not be lost
            assert client.answer()[-1] == "wS1"
            assert client.answer() == []
            assert client.answer() == ["Base+MLP;InProgress;Black[1];wB1"]
            assert client.answer() == ["Base+MLP;NotStarted;White[1]"]


def test_a_line_that_waits_is_not_taken_for_a_stop_later() -> None:
    with talking() as (client, _):
        client.send("bestmove depth 3", "bestmove depth 4", "stop")
        assert [client.answer(), client.answer(), client.answer()] == [["wS1"], ["wS1"], []]


def test_the_best_lines_are_numbered() -> None:
    with talking() as (client, made):
        client.send("analyze multipv 3 depth 2")
        lines = client.answer()
        assert [line.split()[:7] for line in lines[:-1]] == [
            ["info", "depth", str(depth), "seldepth", str(depth + 3), "multipv", str(number)]
            for depth in (1, 2)
            for number in (1, 2, 3)
        ]
        assert lines[3] == (
            "info depth 2 seldepth 5 multipv 1 score 19 nodes 2000 nps 100000 time 20 pv wS1;bS1 \\wS1"
        )
        client.send("analyze multipv 9 depth 1")
        assert client.answer() == ["err option 'multipv' must be an integer from 1 to 8, not 9"]
        client.send("options get Multipv")
        assert client.answer() == ["Multipv;int;1;1;1;8"]  # it was for that analysis alone
        client.send("analyze depth 1")
        assert len(client.answer()) == 2
        assert [engine.multipv for engine in made] == [3, 1]


@pytest.mark.parametrize(("proof", "words"), [(5, " win 5 "), (-4, " loss 4 ")])
def test_what_is_proven_is_told_as_proven(proof: int, words: str) -> None:
    server, _ = thinking_server(proof=proof)
    server.respond("newgame")
    line = server.respond("analyze depth 1")[0]
    assert words in line and "score" not in line


def test_a_client_that_goes_away_ends_it() -> None:
    class Gone(io.BytesIO):
        def write(self, data: Any) -> int:
            if b"info depth 3" in data:
                raise BrokenPipeError
            return super().write(data)

    class Silent(io.BytesIO):
        """After its lines nothing comes, not even the end, as long as the test runs."""

        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            if not line:
                over.wait(DEADLINE)
            return line

    over = threading.Event()
    server, made = thinking_server()
    assert server.serve(Silent(b"newgame\nanalyze\n"), Gone()) == 0
    over.set()
    assert [engine.closed for engine in made] == [1]


class Failing(Thinker):
    """Fails after it has told something."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        super().search(position, Limit(depth=1), on_info)
        raise EngineError("out of memory")


def test_an_engine_that_fails_on_the_way_is_told_behind_its_lines() -> None:
    source = Source(lambda **_: Failing(), options=Thinker.options)
    server = UhpServer(source)
    server.respond("newgame")
    for _ in range(2):
        answer = server.respond("analyze")
        assert is_info(answer[0]) and answer[1:] == ["err out of memory", "ok"]
    assert len(source.made) == 2


def test_the_lines_are_read_as_they_are_written() -> None:
    position = Position("Base+MLP")
    infos: list[SearchInfo] = []
    Thinker(multipv=2).search(position, Limit(depth=4), infos.append)
    Thinker(proof=-2).search(position, Limit(depth=1), infos.append)
    infos.append(SearchInfo(0, 0, 0.0, ()))
    for info in infos:
        read = parse_info(position, format_info(position, info))
        assert read == SearchInfo(
            info.depth,
            info.nodes,
            info.time,
            info.pv,
            None if info.win_in else info.score,
            info.win_in,
            info.seldepth,
            info.multipv,
        )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("info depth x pv wS1", None),
        ("info", None),
        ("info depth", None),
        ("info depth 99999999999999999999 pv wS1", None),
        ("info depth 3 score nan", SearchInfo(3)),
        ("info depth 3 color blue hash 17 pv wS1;bS1 wS1-;rubbish;wQ -wS1", 2),
        ("info depth 3 pv bS1", 0),
    ],
)
def test_lines_of_strangers(line: str, told: SearchInfo | int | None) -> None:
    info = parse_info(Position(), line)
    assert info == told if not isinstance(told, int) else info is not None and len(info.pv) == told


def test_a_slow_reader_never_holds_up_the_engine() -> None:
    """What waits to be read is bounded, and the latest is kept."""
    from hexapoda.host import RunningSearch

    class Chatterbox(Thinker):
        def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
            move = position.legal_moves[0]
            for depth in range(5000):
                assert on_info is not None
                on_info(SearchInfo(depth, 0, 0.0, (move,)))
            return SearchResult(move, SearchInfo(5000, 0, 0.0, (move,)))

    thinking = RunningSearch(Chatterbox(), Position(), Limit())
    assert thinking.result().info.depth == 5000
    depths = []
    while (info := thinking.next_info()) is not None:
        depths.append(info.depth)
    assert depths == list(range(4000, 5000)) and [line.depth for line in thinking.lines] == [4999]
