"""The recipes for nginx and Caddy, with the real programs: TLS, WebSockets, a page below a path."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.docs.transcript import ROOT
from tests.web.server_process import ServerProcess, free_port, running

pytestmark = pytest.mark.slow

GUIDE = (ROOT / "docs" / "how-to" / "run-a-server.md").read_text("utf-8")
NAME = "club.example"
UNIT = (ROOT / "deploy" / "hexapoda.service").read_text("utf-8")


def options_of_unit() -> tuple[str, ...]:
    """The options with which systemd starts the server."""
    [site] = re.findall(r'^Environment="HEXAPODA_SITE=(.*)"$', UNIT, re.MULTILINE)
    [command] = re.findall(r"^ExecStart=/opt/hexapoda/bin/hexapoda web (.*)$", UNIT, re.MULTILINE)
    return tuple(command.replace("$HEXAPODA_SITE", site).split())


OPTIONS = options_of_unit()
HEX = {"game": "hex", "variant": "5x5", "seats": ["human", "human"]}


@dataclass
class Site:
    """A proxy with a server behind it."""

    server: ServerProcess
    port: int

    @property
    def host(self) -> str:
        """The host as a browser names it."""
        return f"{NAME}:{self.port}"

    def ask(self, path: str, wish: Any = None, **headers: str) -> tuple[int, Any, bytes]:
        """Ask as a browser would that knows the name; the status, the headers and the body of the answer."""
        data = None if wish is None else json.dumps(wish).encode()
        request = urllib.request.Request(
            f"https://127.0.0.1:{self.port}{path}",
            data,
            {"host": self.host, "content-type": "application/json", **headers},
        )
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting()), Stay
        )
        try:
            with opener.open(request, timeout=30) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.headers, refused.read()


class Stay(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Follow none."""


def trusting() -> ssl.SSLContext:
    """Accept a certificate that we have signed ourselves."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"there is no {name}")
    return str(found)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for the name, and its key beside it."""
    path = tmp_path_factory.mktemp("tls") / "club.example.pem"
    wish = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    files = ["-keyout", str(path.with_suffix(".key")), "-out", str(path)]
    subprocess.run([program("openssl"), "req", *wish, *subject, *files], check=True, capture_output=True)
    return path


def recipe(language: str) -> str:
    """The configuration that the guide shows."""
    found: str
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert "127.0.0.1:8117" in found
    return found


def nginx(port: int, to: int, certificate: Path, folder: Path) -> list[str]:
    """The command that runs nginx with its recipe, here and with our certificate."""
    text = recipe("nginx").replace("127.0.0.1:8117", f"127.0.0.1:{to}")
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("/etc/ssl/club.example.pem", str(certificate))
    text = text.replace("/etc/ssl/club.example.key", str(certificate.with_suffix(".key")))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    whole = f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    whole += f"http {{\naccess_log off;\n{paths}{text}}}\n"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    return [program("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(port: int, to: int, certificate: Path, folder: Path) -> list[str]:
    """The same for Caddy, which must not ask for a certificate here."""
    text = recipe("text").replace("127.0.0.1:8117", f"127.0.0.1:{to}")
    place = f"https://{NAME}:{port}, https://127.0.0.1:{port} {{\n"
    place += f"    bind 127.0.0.1\n    tls {certificate} {certificate.with_suffix('.key')}\n"
    text = text.replace(f"{NAME} {{\n", place)
    # What it writes at its first start, which takes two seconds, is there for the next test.
    whole = f"{{\n    admin off\n    auto_https off\n    storage file_system {certificate.parent}\n}}\n{text}"
    (folder / "Caddyfile").write_text(whole, "utf-8")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = [nginx, caddy]


@contextmanager
def proxy(kind: Any, to: int, certificate: Path, folder: Path) -> Iterator[int]:
    """A proxy that listens; its port."""
    port = free_port()
    log = (folder / "log").open("w+b")
    process = subprocess.Popen(kind(port, to, certificate, folder), stdout=log, stderr=log)
    try:
        while True:  # the limit of the test is the deadline
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, (folder / "log").read_text("utf-8", "replace")
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait()
        log.close()


@pytest.fixture(params=PROXIES, ids=lambda kind: str(kind.__name__))
def site(request: pytest.FixtureRequest, home: Path, certificate: Path, tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "proxy"
    folder.mkdir()
    with (
        running(home, None, *OPTIONS, token=True) as server,
        proxy(request.param, server.port, certificate, folder) as port,
    ):
        yield Site(server, port)


def test_a_site(site: Site) -> None:
    status, headers, page = site.ask("/hex/")
    assert status == 200 and b"main.js" in page
    cookie = headers["set-cookie"]
    assert "Secure" in cookie and "Path=/hex/;" in cookie, "the server knows of TLS"
    assert site.ask("/hex/main.js")[0] == 200
    moved, headers, _ = site.ask("/hex")
    assert moved == 308 and headers["location"].removeprefix(f"https://{site.host}") == "/hex/"
    assert site.ask("/hex/health")[0] == 200
    assert site.ask("/hex/metrics")[0] == 403

    origin = f"https://{site.host}"
    status, _, body = site.ask("/hex/api/v1/games", HEX, origin=origin, cookie=cookie.partition(";")[0])
    assert status == 201
    made = json.loads(body)
    status, _, body = site.ask("/hex/api/v1/library/delete", {"ids": [1]}, origin=origin)
    assert status == 403 and b"read-only" in body
    assert site.ask("/hex/api/v1/games", HEX, origin="https://evil.example")[0] == 403
    answered = site.ask("/hex/api/v1/games", HEX, host="evil.example", origin="https://evil.example")
    assert b"keys" not in answered[2], "Caddy has no such site, and answers nothing"

    address = f"wss://{NAME}:{site.port}/hex/api/v1/games/{made['id']}/live"
    with (
        socket.create_connection(("127.0.0.1", site.port)) as made_socket,
        connect(address, sock=made_socket, ssl=trusting(), origin=Origin(origin)) as page_socket,
    ):
        page_socket.send(json.dumps({"type": "join", "keys": made["keys"]}))
        assert json.loads(page_socket.recv())["own"] == [0, 1]
        page_socket.send(json.dumps({"type": "move", "move": "a1"}))
        while json.loads(page_socket.recv())["board"]["moves"] != ["a1"]:
            pass


def test_who_asks(site: Site) -> None:
    """The proxy says where a request comes from, whatever the browser says of itself."""
    site.ask("/hex/api/v1/games", HEX, origin="https://evil.example", **{"x-forwarded-for": "203.0.113.9"})
    assert site.server.process.stdout is not None
    assert "without the token" in site.server.process.stdout.readline()
    line = site.server.process.stdout.readline()
    assert "refused '/api/v1/games' from 127.0.0.1: requests from" in line


@pytest.mark.parametrize("kind", PROXIES)
def test_a_server_that_knows_of_no_proxy(kind: Any, home: Path, certificate: Path, tmp_path: Path) -> None:
    """Strangers seem to come from this machine, but have no token."""
    with (
        running(home, None, "--root-path", "/hex/", token=True) as server,
        proxy(kind, server.port, certificate, tmp_path) as port,
    ):
        found = Site(server, port)
        for path, wish in (
            ("/hex/", None),
            ("/hex/api/v1/library", None),
            ("/hex/api/v1/library/delete", {"ids": [1]}),
        ):
            status, _, body = found.ask(path, wish)
            assert status in (400, 401), (path, body)  # Caddy keeps the name of the host, which is not known


def test_a_browser_plays_below_a_path(browser: Any, site: Site) -> None:
    visitor = browser.new_context(ignore_https_errors=True)
    page = visitor.new_page()
    page.set_default_timeout(30_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"https://127.0.0.1:{site.port}/hex")
    page.locator("svg.surface").wait_for()
    page.locator("#typed").fill("wS1")
    page.locator("#typed").press("Enter")
    page.get_by_role("button", name="wS1", exact=True).wait_for()
    page.reload()
    page.get_by_role("button", name="wS1", exact=True).wait_for()
    page.locator("nav.views a", has_text="Puzzles").click()
    page.locator("puzzles-view").wait_for()
    assert page.url.startswith(f"https://127.0.0.1:{site.port}/hex/#puzzles")
    assert wrong == []
    visitor.close()
