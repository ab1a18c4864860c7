"""What a reverse proxy says counts only if it is trusted."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.errors import UsageError
from hexapoda.web import guard
from hexapoda.web.owner import KEY_COOKIE
from hexapoda.web.proxies import TrustedProxies, below_root, root_path
from hexapoda.web.rate import Rates
from hexapoda.web.settings import WebSettings
from tests.web.apps import make_app
from tests.web.pages import serving

PROXY = "10.0.0.7"
TRUSTED = WebSettings(names=("club.example",), trusted_proxies=("10.0.0.0/8", "::1"))


def scope(client: str, *headers: tuple[str, str], type: str = "http") -> dict[str, Any]:
    lines = [(name.encode(), value.encode()) for name, value in (("host", "127.0.0.1:8117"), *headers)]
    return {
        "type": type,
        "client": (client, 1),
        "scheme": "ws" if type == "websocket" else "http",
        "headers": lines,
    }


def seen(client: str, *headers: tuple[str, str], type: str = "http") -> tuple[str, str, str]:
    """The client, the scheme and the host of a request behind the proxies."""
    found = TrustedProxies(TRUSTED.trusted_proxies).seen_through(scope(client, *headers, type=type))
    [host] = [value.decode() for name, value in found["headers"] if name == b"host"]
    return found["client"][0], found["scheme"], host


ALL = (
    ("x-forwarded-for", "203.0.113.7"),
    ("x-forwarded-proto", "https"),
    ("x-forwarded-host", "club.example:8443"),
)


def test_only_a_trusted_proxy_is_believed() -> None:
    assert seen(PROXY, *ALL) == ("203.0.113.7", "https", "club.example:8443")
    assert seen("::1", *ALL, type="websocket") == ("203.0.113.7", "wss", "club.example:8443")
    assert seen("::ffff:10.0.0.7", *ALL)[0] == "203.0.113.7"
    for other in ("127.0.0.1", "192.168.1.5", "203.0.113.7", "", "testclient"):
        assert seen(other, *ALL) == (other, "http", "127.0.0.1:8117")
    assert seen(PROXY) == (PROXY, "http", "127.0.0.1:8117")


@pytest.mark.parametrize(
    ("path", "client"),
    [
        (["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        (["203.0.113.7, 10.9.9.9, 10.1.1.1"], "203.0.113.7"),
        (["10.1.1.1"], "10.1.1.1"),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8::1]:4711"], "2001:db8::1"),
        (["2001:db8::1"], "2001:db8::1"),
        (["junk"], PROXY),
        (["203.0.113.7, junk"], PROXY),
        (["junk, 10.1.1.1"], "10.1.1.1"),
        ([" , "], PROXY),
    ],
)
def test_the_last_address_before_the_proxies_counts(path: list[str], client: str) -> None:
    assert seen(PROXY, *(("x-forwarded-for", one) for one in path))[0] == client


def test_what_a_proxy_may_not_say() -> None:
    assert seen(PROXY, ("x-forwarded-proto", "javascript"))[1] == "http"
    assert seen(PROXY, ("x-forwarded-host", "a.example, b.example"))[2] == "b.example"


@pytest.mark.parametrize("text", ["", "proxy.example", "10.0.0.1/8", "10.0.0.0/99", "1.2.3.4:80"])
def test_what_is_no_proxy(text: str) -> None:
    with pytest.raises(UsageError, match="expected an IP address"):
        TrustedProxies([text])


def outside(settings: WebSettings, client: str = PROXY, **headers: str) -> TestClient:
    """Somebody who comes through a proxy, or does not."""
    lines = {name.replace("_", "-"): value for name, value in headers.items()}
    return TestClient(make_app(settings), base_url="http://127.0.0.1:8117", client=(client, 1), headers=lines)


def test_the_limits_hold_for_the_browser_and_not_for_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "Rates", partial(Rates, now=lambda: 0.0))  # no time passes
    settings = WebSettings(names=("club.example",), trusted_proxies=("127.0.0.1",), requests_per_second=1)
    proxy = outside(settings, "127.0.0.1")

    def codes(*headers: tuple[str, str]) -> list[int]:
        return [proxy.get("/health", headers=dict(headers)).status_code for _ in range(6)]

    assert codes(("x-forwarded-for", "203.0.113.7")) == [200] * 4 + [429] * 2
    assert codes(("x-forwarded-for", "203.0.113.8")) == [200] * 4 + [429] * 2
    assert codes() == [200] * 4 + [429] * 2, "a proxy that does not say for whom it asks is one visitor"


def test_a_page_behind_tls_has_a_secure_key() -> None:
    page = outside(TRUSTED, x_forwarded_proto="https", x_forwarded_host="club.example").get("/")
    assert f"{KEY_COOKIE}=" in page.headers["set-cookie"] and "Secure" in page.headers["set-cookie"]
    assert "Secure" not in outside(TRUSTED, x_forwarded_host="club.example").get("/").headers["set-cookie"]


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("club.example:8443", "https://club.example:8443", 201),
        ("club.example", "https://club.example", 201),
        ("club.example", "https://club.example:8443", 201),
        ("club.example:8443", "https://club.example:9443", 403),
        ("club.example:8443", "https://club.example", 403),
        ("club.example", "https://evil.example:8443", 403),
        ("127.0.0.1", "http://127.0.0.1:9999", 403),
        ("localhost", "http://localhost:9999", 403),
        ("other.example", "https://other.example", 400),
    ],
)
def test_the_origin_behind_a_proxy(home: Path, host: str, origin: str, status: int) -> None:
    """A proxy may leave out the port of the host. Another port of this machine is another program."""
    wish = {"game": "hex", "seats": ["human", "human"]}
    with TestClient(make_app(TRUSTED), base_url="http://127.0.0.1:8117", client=(PROXY, 1)) as client:
        for headers in ({"x-forwarded-host": host}, {"host": host}):
            answer = client.post("/api/v1/games", json=wish, headers={**headers, "origin": origin})
            assert answer.status_code == status, headers


def test_a_proxy_that_is_not_named_lets_nobody_in(home: Path) -> None:
    """Everybody seems to be this machine itself."""
    stranger = outside(WebSettings(), "127.0.0.1", x_forwarded_for="203.0.113.7")
    answer = stranger.get("/api/v1/catalog")
    assert answer.status_code == 403 and "--trusted-proxy" in answer.json()["error"]["text"]
    plain = outside(WebSettings(token="t" * 32), "127.0.0.1")
    assert plain.post("/api/v1/library/delete", json={"ids": [1]}).status_code == 401
    assert plain.get("/api/v1/library").status_code == 401


@pytest.mark.parametrize(
    ("text", "path"),
    [("/", "/"), ("", "/"), ("/hex/", "/hex/"), ("hex", "/hex/"), ("/a/b.c", "/a/b.c/"), ("//a//", "/a/")],
)
def test_the_path_of_the_page(text: str, path: str) -> None:
    assert root_path(text) == path


@pytest.mark.parametrize("text", ["/a b/", "/../", "/a//b/", "/ä/", "/a;b/", "/.a/", "https://club.example/"])
def test_what_is_no_path(text: str) -> None:
    with pytest.raises(UsageError, match="is not a path"):
        root_path(text)


@pytest.mark.parametrize(
    ("path", "found"),
    [("/hex/", "/"), ("/hex/a.js", "/a.js"), ("/hex", ""), ("/a.js", "/a.js"), ("/hexagons", "/hexagons")],
)
def test_a_request_below_the_path(path: str, found: str) -> None:
    assert below_root({"path": path}, "/hex/")["path"] == found
    assert below_root({"path": path}, "/")["path"] == path


def test_a_page_below_a_path(home: Path) -> None:
    settings = WebSettings(names=("club.example",), root_path="/hex/")
    with serving(settings) as client:
        client.follow_redirects = False
        moved = client.get("/hex")
        assert moved.status_code == 308 and moved.headers["location"] == "/hex/"
        page = client.get("/hex/")
        assert page.status_code == 200 and "Path=/hex/;" in page.headers["set-cookie"]
        assert client.get("/hex/main.js").status_code == 200
        assert client.get("/hex/api/v1/catalog").status_code == 200
        assert client.get("/hex/hex/main.js").status_code == 404
        large = client.post("/hex/api/v1/records", json={"text": "x" * 100_000})
        assert large.status_code == 400, "files may be larger than other bodies"


def test_health_and_metrics(home: Path) -> None:
    token = "t" * 32
    with serving(WebSettings(host="0.0.0.0", token=token)) as client:
        assert client.get("/health").json() == {"status": "ok"}
        refused = client.get("/metrics")
        assert refused.status_code == 403 and "Bearer" in refused.json()["error"]["text"]
        client.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"]})
        found = client.get("/metrics", headers={"authorization": f"Bearer {token}"})
        assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
        lines = found.text.splitlines()
        assert "# TYPE hexapoda_requests_total counter" in lines
        assert 'hexapoda_requests_total{status="2xx"} 2' in lines
        assert 'hexapoda_requests_total{status="4xx"} 1' in lines
        assert "hexapoda_games 1" in lines and "hexapoda_games_unfinished 1" in lines
        for line in lines:
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0
    with serving(WebSettings(token=token)) as client:
        assert client.get("/health").status_code == 200
        assert client.get("/metrics").status_code == 401
    with serving() as client:
        assert client.get("/metrics").status_code == 200


def test_only_the_owner_may_change_the_library(home: Path) -> None:
    token = "t" * 32
    with serving(WebSettings(host="0.0.0.0", token=token)) as client:
        own = {"authorization": f"Bearer {token}"}
        assert client.get("/api/v1/library").json()["writable"] is False
        assert client.get("/api/v1/library", headers=own).json()["writable"] is True
        wish = {"ids": [1]}
        assert client.post("/api/v1/library/delete", json=wish).status_code == 403
        assert client.post("/api/v1/library/delete", json=wish, headers=own).status_code == 404
