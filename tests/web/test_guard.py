"""What comes from elsewhere is refused, logged, and affects no page."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse

from hexapoda.web.guard import Guard
from hexapoda.web.metrics import Metrics
from hexapoda.web.problem import Problem, close_reason
from hexapoda.web.rate import Rate, Rates
from hexapoda.web.refusal_log import FewLines, RefusalLog
from hexapoda.web.settings import WebSettings
from tests.browser import run_async
from tests.web.apps import make_app
from tests.web.pages import ADDRESS, SOCKET, create, serving

OUTSIDE = ("203.0.113.7", 50000)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "192.168.1.5:8117", "", "[", "localhost@evil.example", "a b"],
)
def test_other_hosts(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/catalog", headers={"host": host})
    assert answer.status_code == 400 and "unknown host" in answer.json()["error"]["text"]


@pytest.mark.parametrize("host", ["localhost:8117", "127.0.0.1", "[::1]:8117", "LOCALHOST"])
def test_own_hosts(client: TestClient, host: str) -> None:
    assert client.get("/api/v1/catalog", headers={"host": host}).status_code == 200


def test_an_open_server_takes_addresses_and_given_names() -> None:
    app = make_app(WebSettings(host="0.0.0.0", names=("play.example",)))
    client = TestClient(app, base_url="http://192.168.1.5:8117")
    for host, status in (("192.168.1.5:8117", 200), ("Play.Example", 200), ("evil.example", 400)):
        assert client.get("/api/v1/catalog", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:9999", "http://[", "file://", "127.0.0.1:8117"],
)
def test_other_origins(client: TestClient, origin: str) -> None:
    made = create(client, "hex", variant="5x5")
    headers = {"origin": origin}
    answer = client.post("/api/v1/games", json={}, headers=headers)
    assert answer.status_code == 403 and "not allowed" in answer.json()["error"]["text"]
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        client.websocket_connect(f"{SOCKET}/api/v1/games/{made['id']}/live", headers=headers),
    ):
        pass
    assert refused.value.status_code == 403


def test_the_own_origin(client: TestClient) -> None:
    headers = {"origin": ADDRESS}
    answer = client.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"]}, headers=headers)
    assert answer.status_code == 201


def test_large_bodies(client: TestClient) -> None:
    large = b'{"game": "' + b"x" * 70_000 + b'"}'
    headers = {"content-type": "application/json"}
    for content in (large, (large[at : at + 1000] for at in range(0, len(large), 1000))):
        answer = client.post("/api/v1/games", content=content, headers=headers)
        assert answer.status_code == 413 and "65536 bytes" in answer.json()["error"]["text"]
    for length in ("-1", "9" * 30, "1e3"):
        answer = client.post("/api/v1/games", content=b"{}", headers={**headers, "content-length": length})
        assert answer.status_code == 413
    with serving(WebSettings(body_bytes=10)) as small:
        assert small.post("/api/v1/games", json={"game": "hex"}).status_code == 413


class Uploads:
    """An application that receives files, behind the guard."""

    def __init__(self, settings: WebSettings) -> None:
        self.guard = Guard(self.receive_file, settings, RefusalLog(), "build", Metrics())
        self.received = asyncio.Event()
        """Whether the files have arrived; until then their parts come slowly."""

    async def receive_file(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            while (await receive())["more_body"]:
                pass
            status = 202
        except Problem as problem:
            status = problem.status
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def post(self, address: str) -> int:
        """Send a file; the status of the answer."""
        answers: list[Any] = []

        async def receive() -> Any:
            await asyncio.sleep(0.001)
            return {"type": "http.request", "body": b"x", "more_body": not self.received.is_set()}

        async def send(message: Any) -> None:
            answers.append(message)

        path = "/api/v1/library/imports"
        headers = [(b"host", b"192.168.1.5:8117")]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (address, 1)}
        await self.guard(scope, receive, send)
        status: int = answers[0]["status"]
        return status


def test_a_slow_file_is_given_up() -> None:
    async def run() -> int:
        return await Uploads(WebSettings(host="0.0.0.0", upload_seconds=0.05)).post("203.0.113.7")

    assert run_async(run()) == 408


def test_too_many_files_from_one_address() -> None:
    async def run() -> None:
        uploads = Uploads(WebSettings(host="0.0.0.0", uploads_per_address=2))
        slow = [
            asyncio.create_task(uploads.post(address))
            for address in ("203.0.113.7",) * 2 + ("127.0.0.1",) * 3
        ]
        await asyncio.sleep(0)
        assert await uploads.post("203.0.113.7") == 429
        other = asyncio.create_task(uploads.post("203.0.113.8"))
        uploads.received.set()
        assert await asyncio.gather(*slow, other) == [202] * 6
        assert await uploads.post("203.0.113.7") == 202

    run_async(run())


def test_every_answer_is_protected(client: TestClient) -> None:
    for path, headers in (("/api/v1/catalog", {}), ("/nothing", {}), ("/", {"host": "evil.example"})):
        answer = client.get(path, headers=headers)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "*" not in policy and "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert client.get("/api/v1/catalog").headers["cache-control"] == "no-store"


def test_too_many_requests_from_one_address() -> None:
    app = make_app(WebSettings(host="0.0.0.0", requests_per_second=1))
    outside = TestClient(app, base_url="http://192.168.1.5:8117", client=OUTSIDE)
    codes = [outside.get("/api/v1/nothing").status_code for _ in range(8)]
    assert codes[0] == 404 and codes[-1] == 429
    other = TestClient(app, base_url="http://192.168.1.5:8117", client=("203.0.113.8", 1))
    assert other.get("/api/v1/nothing").status_code == 404
    local = TestClient(app, base_url=ADDRESS, client=("127.0.0.1", 1))
    assert [local.get("/api/v1/nothing").status_code for _ in range(20)] == [404] * 20


def test_too_many_sockets(home: Path) -> None:
    with serving(WebSettings(sockets=1)) as client:
        made = create(client, "hex", variant="5x5")
        address = f"{SOCKET}/api/v1/games/{made['id']}/live"
        with (
            client.websocket_connect(address),
            pytest.raises(WebSocketDenialResponse) as refused,
            client.websocket_connect(address),
        ):
            pass
        assert refused.value.status_code == 503
        with client.websocket_connect(address) as socket:
            socket.send_json({"type": "join"})
            assert socket.receive_json()["type"] == "state"


def test_too_many_sockets_of_one_address(home: Path) -> None:
    app = make_app(WebSettings(host="0.0.0.0", sockets_per_address=1))
    near = "http://192.168.1.5:8117"
    with (
        TestClient(app, base_url=near, client=OUTSIDE) as client,
        TestClient(app, base_url=near, client=("203.0.113.8", 1)) as other,
    ):
        made = create(client, "hex", variant="5x5")
        address = f"ws://192.168.1.5:8117/api/v1/games/{made['id']}/live"
        with client.websocket_connect(address):
            with (
                pytest.raises(WebSocketDenialResponse) as refused,
                client.websocket_connect(address),
            ):
                pass
            assert refused.value.status_code == 429
            with other.websocket_connect(address):
                pass
        with client.websocket_connect(address):
            pass


@pytest.mark.parametrize(
    "text", ["a" * 200, "\u00e4" * 100, "\U0001f41d" * 50, "x" + "\u20ac" * 60, "\ud800"]
)
def test_the_reason_for_closing_a_socket_is_short(text: str) -> None:
    reason = close_reason(text)
    assert 119 < len(reason.encode()) <= 123 or len(text) == 1
    assert text.startswith(reason) or text == "\ud800"


def test_refusals_are_logged_on_one_line(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "hexapoda.web"):
        client.get("/x%0aforged%1b[31m", headers={"host": "evil.example"})
    [record] = caplog.records
    line = record.getMessage()
    assert "unknown host" in line and "127.0.0.1" in line and "\n" not in line and "\x1b" not in line


def test_the_log_is_limited(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = RefusalLog(now=lambda: now[0])
    for _ in range(1000):
        log.add("203.0.113.7", "/", "no")
    assert len(caplog.records) == 10
    now[0] = 5.0
    log.add("203.0.113.7", "/", "no")
    assert caplog.records[10].getMessage() == "990 more requests were refused"


def test_loggers_of_libraries_are_limited() -> None:
    now = [0.0]
    few = FewLines(now=lambda: now[0])
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "no", (), None)
    assert [few.filter(record) for _ in range(100)].count(True) == 10
    now[0] = 2.0
    assert [few.filter(record) for _ in range(3)] == [True, True, False]


def test_rates() -> None:
    now = [0.0]
    rate = Rate(2, 3, now=lambda: now[0])
    assert [rate.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [rate.take(), rate.take()] == [True, False]
    now[0] = 100.0
    assert [rate.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_are_forgotten() -> None:
    rates = Rates(0, 1, most=2)
    assert rates.take("a") and not rates.take("a")
    assert rates.take("b") and rates.take("c")
    assert rates.take("a"), "it was the oldest of three"
