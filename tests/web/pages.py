"""Pages for the tests of the server: a client for its API, and a socket that plays."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from hexapoda.web.settings import WebSettings
from tests.web.answer_check import check_answer, check_message
from tests.web.apps import make_app

__all__ = ["ADDRESS", "SOCKET", "Page", "create", "open_page", "refused_socket", "serving"]

ADDRESS = "http://127.0.0.1:8117"
SOCKET = "ws://127.0.0.1:8117"


@contextmanager
def serving(settings: WebSettings | None = None) -> Iterator[TestClient]:
    """A server that lives as long as the block."""
    app = make_app(settings or WebSettings(watch_seconds=0))
    with TestClient(app, base_url=ADDRESS, client=("127.0.0.1", 50000)) as client:
        client.event_hooks["response"].append(_check)
        yield client


def _check(answer: Any) -> None:
    """Compare an answer with the description of the API."""
    asked = answer.request
    media_type = answer.headers.get("content-type", "")
    check_answer(asked.method.lower(), asked.url.path, answer.status_code, media_type, answer.read())


def create(client: TestClient, game: str, *seats: str, **wish: Any) -> Any:
    """Create a game; its state with `keys`."""
    answer = client.post("/api/v1/games", json={"game": game, "seats": seats or ("human", "human"), **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


class Page:
    """A page that has joined a game."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self._refs = itertools.count(1)

    def ask(self, type: str, **fields: Any) -> Any:
        """Send a message; the answer to it."""
        ref = next(self._refs)
        self.socket.send_json({"type": type, "ref": ref, **fields})
        return self.until(lambda message: message.get("ref") == ref)

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The next message that is wanted."""
        while True:
            message = check_message("GameMessage", self.socket.receive_json())
            if wanted(message):
                return message

    def state(self, wanted: Callable[[Any], bool] = lambda state: True) -> Any:
        """The next state that is wanted."""
        return self.until(lambda message: message["type"] == "state" and wanted(message))

    def move(self, text: str, **fields: Any) -> Any:
        """Move; the answer."""
        return self.ask("move", move=text, **fields)


@contextmanager
def open_page(client: TestClient, id: str, keys: Any = ()) -> Iterator[tuple[Page, Any]]:
    """A page that joins with these keys, and the state that it gets."""
    with client.websocket_connect(f"{SOCKET}/api/v1/games/{id}/live") as socket:
        page = Page(socket)
        yield page, page.ask("join", keys=list(keys))


def refused_socket(client: TestClient, id: str, *messages: Any) -> tuple[int, str]:
    """Send messages, JSON or texts or bytes; the code and the reason with which the server closes the socket,
    after an error with the same text.
    """
    with client.websocket_connect(f"{SOCKET}/api/v1/games/{id}/live") as socket:
        for message in messages:
            if isinstance(message, bytes):
                socket.send_bytes(message)
            elif isinstance(message, str):
                socket.send_text(message)
            else:
                socket.send_json(message)
        said = ""
        while True:
            received = socket.receive()
            if received["type"] == "websocket.close":
                assert said == received["reason"]
                return received["code"], received["reason"]
            answer = json.loads(received["text"])
            said = answer.get("text", "")
