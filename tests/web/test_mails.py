"""Mails when it is one's turn: who gets them, how often, and what a slow or broken SMTP server does."""

from __future__ import annotations

import errno
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.storage import Store
from hexapoda.web.belongings import delete_all, export_lines
from hexapoda.web.mail import subscription
from hexapoda.web.mail.delivery import Delivery
from hexapoda.web.mail.subscription import find_subscription, is_mail_address, subscriptions
from hexapoda.web.owner import new_key, owner_with
from hexapoda.web.settings import SmtpSettings, WebSettings
from tests.web.pages import create, open_page, serving
from tests.web.smtp_server import FakeSmtp, fake_smtp, text_of

ADA, BOB = new_key(), new_key()
ADDRESS = "ada@club.example"


def smtp_settings(server: FakeSmtp, **more: Any) -> SmtpSettings:
    return SmtpSettings("127.0.0.1", server.port, "none", sender="Club <games@club.example>", **more)


@contextmanager
def club(server: FakeSmtp, **limits: Any) -> Iterator[TestClient]:
    settings = WebSettings(
        names=("club.example",), address="https://club.example/hex/", smtp=smtp_settings(server), **limits
    )
    with serving(settings) as client:
        be(client, ADA)
        yield client


def be(client: TestClient, key: str) -> None:
    client.cookies.set("hexapoda-key", key)


def give(client: TestClient, address: str = ADDRESS, **more: Any) -> Any:
    return client.put("/api/v1/owner/notices", json={"address": address, **more})


def code_in(mail: Any, kind: str) -> str:
    found = re.search(rf"https://club\.example/hex/#notices&{kind}=(\S+)", text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]


def confirmed(client: TestClient, server: FakeSmtp, **more: Any) -> str:
    """Give and confirm an address; the code of its mails."""
    before = len(server.mails)
    assert give(client, **more).json() == {"possible": True, "address": ADDRESS, "confirmed": False}
    code = code_in(server.wait(before + 1)[-1], "confirm")
    answer = client.post("/api/v1/owner/notices/confirm", json={"code": code})
    assert answer.json()["confirmed"]
    return code


def sweep(client: TestClient, times: int = 2) -> None:
    """Two looks, a minute from each other."""
    for _ in range(times):
        client.app.state.notices.sweep()  # type: ignore[attr-defined]


def game(client: TestClient, **wish: Any) -> Any:
    """A game in which Ada has moved and Bob has not; the keys of both."""
    made = create(client, "hex", variant="5x5", **wish)
    be(client, BOB)
    with open_page(client, made["id"], made["keys"][1:]):
        pass
    be(client, ADA)
    with open_page(client, made["id"], made["keys"][:1]) as (page, _):
        page.move("a1")
    return made


def answer(client: TestClient, made: Any, move: str) -> None:
    """Bob moves."""
    be(client, BOB)
    with open_page(client, made["id"], made["keys"][1:]) as (page, _):
        assert page.move(move)["type"] == "state"
    be(client, ADA)


def test_one_mail_for_each_turn(home: Path) -> None:
    with fake_smtp() as server:
        one_mail_for_each_turn(server)
        with club(server) as client:  # a restart tells nothing twice
            sweep(client)
            assert len(server.mails) == 3


def one_mail_for_each_turn(server: FakeSmtp) -> None:
    with club(server) as client:
        code = confirmed(client, server)
        made = game(client, clock="3d")
        sweep(client)
        assert len(server.mails) == 1, "it is not her turn"
        answer(client, made, "b2")
        sweep(client, 1)
        assert len(server.mails) == 1, "she may have just left the page"
        sweep(client, 3)
        mail = server.wait(2)[1]
        assert (mail["To"], mail["From"]) == (ADDRESS, "Club <games@club.example>")
        assert mail["Subject"] == "Hex: it is your turn"
        assert f"https://club.example/hex/#game={made['id']}" in text_of(mail)
        assert code_in(mail, "stop") == code and code in mail["List-Unsubscribe"]
        with open_page(client, made["id"], made["keys"][:1]) as (page, _):
            page.move("c3")
        answer(client, made, "d4")
        with open_page(client, made["id"], made["keys"][:1]):
            sweep(client)
        assert len(server.mails) == 2, "she has the game open"
        sweep(client)
        server.wait(3)


def test_who_gets_no_mail(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        confirmed(client, server)
        answer(client, game(client, clock="300+3"), "b2")
        create(client, "hex", open="second")
        made = create(client, "hex", variant="5x5")  # she plays both sides
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.move("a1")
        sweep(client, 3)
        be(client, BOB)
        give(client)  # never confirmed
        be(client, ADA)
        game(client, clock="3d")
        sweep(client, 3)
        assert len(server.wait(2)) == 2 and all(
            "wants to get an email" in text_of(mail) for mail in server.mails
        )


def test_mails_end_by_the_link_and_by_the_owner(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        code = confirmed(client, server)
        be(client, new_key())  # the link may be opened in another browser
        assert client.post("/api/v1/owner/notices/stop", json={"code": code}).json()["address"] is None
        for path in ("stop", "confirm"):
            again = client.post(f"/api/v1/owner/notices/{path}", json={"code": code})
            assert again.status_code == 404
        be(client, ADA)
        assert client.get("/api/v1/owner/notices").json()["address"] is None
        assert list((home / "web-mail").glob("*.json")) == []
        confirmed(client, server)
        assert client.delete("/api/v1/owner/notices").json()["address"] is None
        assert list((home / "web-mail").glob("*.json")) == []


def test_mails_end_in_every_browser_with_this_address(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        confirmed(client, server)
        be(client, BOB)
        code = confirmed(client, server)
        client.post("/api/v1/owner/notices/stop", json={"code": code})
    assert list(subscriptions()) == []


def test_an_address_deleted_during_a_sweep_stays_deleted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_smtp() as server, club(server) as client:
        confirmed(client, server)
        answer(client, game(client, clock="3d"), "b2")
        sweep(client, 1)
        notices = client.app.state.notices  # type: ignore[attr-defined]

        def present(id: str) -> frozenset[int]:
            notices.delete(owner_with(ADA))
            return frozenset()

        monkeypatch.setattr(notices._rooms, "present", present)
        sweep(client)
    assert list(subscriptions()) == [] and len(server.mails) == 1


def test_a_turn_after_a_takeback_is_told(home: Path) -> None:
    person = subscription.Subscription.new(owner_with(ADA), ADDRESS, "en").confirm().tell("f" * 32, 6, {})
    person.keep()
    with fake_smtp() as server, club(server) as client:
        made = game(client, clock="3d")
        replace(person, told={made["id"]: 6}).keep()  # the game went on to ply 6, and back
        answer(client, made, "b2")
        sweep(client)
        server.wait(1)


def test_no_link_is_sent_that_leads_nowhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with fake_smtp() as server, club(server) as client:
        with monkeypatch.context() as patch:
            patch.setattr(subscription, "write_atomically", full)
            assert give(client).status_code == 503
        give(client)
        code = code_in(server.wait(1)[0], "confirm")
        monkeypatch.setattr(Delivery, "put", lambda *_: False)
        assert give(client, "other@club.example").status_code == 429
        assert client.post("/api/v1/owner/notices/confirm", json={"code": code}).json()["address"] == ADDRESS


def test_nothing_comes_between_the_look_at_an_address_and_its_change(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fake_smtp() as server, club(server) as client:
        notices = client.app.state.notices  # type: ignore[attr-defined]
        held = []

        def find(owner: str) -> subscription.Subscription | None:
            held.append(notices._lock.locked())
            return subscription.find_subscription(owner)

        monkeypatch.setattr("hexapoda.web.mail.notices.find_subscription", find)
        give(client)
        assert held == [True], "or the new address replaces one that is confirmed at this moment"


def test_an_address_that_gets_mails_is_deleted_before_another_is_given(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        confirmed(client, server)
        refused = give(client, "other@club.example")
        assert refused.status_code == 409 and "delete it first" in refused.json()["error"]["text"]
        assert give(client).json() == {"possible": True, "address": ADDRESS, "confirmed": True}
        assert client.delete("/api/v1/owner/notices").json()["address"] is None
        assert give(client, "other@club.example").json()["address"] == "other@club.example"


def test_a_stranger_s_address_can_be_closed_for_good(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        give(client)
        code = code_in(server.wait(1)[0], "block")
        client.post("/api/v1/owner/notices/stop", json={"code": code, "forever": True})
        for address in (ADDRESS, ADDRESS.upper()):
            refused = give(client, address)
            assert refused.status_code == 409 and "wants no email" in refused.json()["error"]["text"]
        assert ADDRESS not in "".join(path.name for path in (home / "web-mail").rglob("*"))


def test_the_server_is_no_cannon(home: Path) -> None:
    with fake_smtp() as server, club(server, mail_addresses_a_day_per_owner=2) as client:
        assert [give(client, f"a{at}@x.example").status_code for at in range(3)] == [200, 200, 429]
    with fake_smtp() as server, club(server, mail_addresses_a_day_per_address=2) as client:
        found = []
        for at in range(3):
            be(client, new_key())
            found.append(give(client, f"a{at}@x.example").status_code)
        assert found == [200, 200, 429], "a new key does not help"
    with fake_smtp() as server, club(server, mails_a_day_per_address=2) as client:
        found = []
        for _ in range(3):
            be(client, new_key())
            found.append(give(client).status_code)
        assert found == [200, 200, 429], "nor do many visitors who give the same address"
    with fake_smtp() as server, club(server, mails_a_day=1) as client:
        assert [give(client, f"a{at}@x.example").status_code for at in range(2)] == [200, 429]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ada",
        "ada@club",
        "a@b@c.example",
        "ada@club.example\r\nBcc: x@y.example",
        "ada@club.example, eve@club.example",
        "Ada <ada@club.example>",
        "ädä@club.example",
        ".ada@club.example",
        "ada@-club.example",
        f"{'a' * 250}@club.example",
    ],
)
def test_what_is_no_address(home: Path, address: str) -> None:
    assert not is_mail_address(address)
    with fake_smtp() as server, club(server) as client:
        assert give(client, address).status_code == 400
        assert server.connections == 0


def test_a_server_without_smtp_says_so(client: TestClient) -> None:
    assert client.get("/api/v1/owner/notices").json() == {
        "possible": False,
        "address": None,
        "confirmed": False,
    }
    assert give(client).status_code == 409


def test_mails_are_in_english_if_the_page_has_no_such_language(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        give(client, language="xx")
        assert server.wait(1)[0]["Subject"] == "Emails when it is your turn"


def test_german_mails(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        give(client, language="de")
        assert server.wait(1)[0]["Subject"] == "Mails, wenn du am Zug bist"


def test_the_address_belongs_to_its_owner(home: Path) -> None:
    with fake_smtp() as server, club(server) as client:
        confirmed(client, server)
    owner = owner_with(ADA)
    with Store.open(str(home / "games.db")) as store:
        lines = [json.loads(line) for line in export_lines(store, owner, [])]
        assert [(line["kind"], line["address"]) for line in lines] == [("notices", ADDRESS)]
        assert "code" not in lines[0]
        assert delete_all(store, owner).notices == 1
    assert find_subscription(owner) is None


def test_an_address_that_nobody_confirms_is_deleted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_smtp() as server, club(server) as client:
        give(client)
    assert len(list(subscriptions())) == 1
    monkeypatch.setattr(subscription, "UNCONFIRMED_SECONDS", -1)
    assert list(subscriptions()) == [] and list((home / "web-mail").glob("*.json")) == []


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"owner": "local"}', '{"owner": 3, "address": "x"}'])
def test_a_damaged_file_is_no_address(home: Path, damage: str) -> None:
    folder = home / "web-mail"
    folder.mkdir(parents=True)
    (folder / f"{owner_with(ADA)}.json").write_text(damage, "utf-8")
    assert find_subscription(owner_with(ADA)) is None and list(subscriptions()) == []


def mail() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "games@club.example", ADDRESS, "your turn"
    made.set_content("…")
    return made


@contextmanager
def delivery(server: FakeSmtp, *pauses: float, **more: Any) -> Iterator[Delivery]:
    sending = Delivery(smtp_settings(server, **more), pauses=pauses)
    try:
        yield sending
    finally:
        sending.close()


def test_a_mail_is_tried_again() -> None:
    with fake_smtp("later") as server, delivery(server, 0.0) as sending:
        assert sending.put(mail())
        server.wait(1)
        assert server.connections == 2


@pytest.mark.parametrize("behavior", ["drops", "stalls", "drips"])
def test_a_broken_server_costs_some_tries_and_holds_nobody(behavior: str) -> None:
    with fake_smtp(behavior) as server, delivery(server, 0.0, 0.0, seconds=0.2) as sending:
        assert sending.put(mail()), "the caller does not wait"
        server.wait_for_connections(3)


def test_a_mail_that_was_taken_is_sent_once() -> None:
    with fake_smtp("leaves") as server, delivery(server, 0.0, 0.0) as sending:
        sending.put(mail())
        server.wait(1)
        sending.put(mail())
        server.wait(2)
        assert server.connections == 2 and sending.failed == 0


def test_a_refused_mail_is_not_tried_again_and_the_log_has_no_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with (
        caplog.at_level(logging.WARNING),
        fake_smtp("refuses") as server,
        delivery(server, 0.0, user="club", password="secret") as sending,
    ):
        sending.put(mail())
        server.wait_for_connections(1)
        while not sending.failed:
            pass
        assert server.connections == 1 and len(server.logins) == 1
    assert "550" in caplog.text and ADDRESS not in caplog.text and "secret" not in caplog.text


def test_how_many_mails_wait() -> None:
    with fake_smtp("stalls") as server, delivery(server, waiting=2) as sending:
        assert sending.put(mail())
        server.wait_for_connections(1)
        assert [sending.put(mail()) for _ in range(3)] == [True, True, False]


def test_without_starttls_nothing_is_sent() -> None:
    with fake_smtp() as server:
        sending = Delivery(
            SmtpSettings("127.0.0.1", server.port, "starttls", "club", "secret", "a@b.example"), pauses=()
        )
        sending.put(mail())
        while not sending.failed:
            pass
        assert server.mails == [] and server.logins == []
        sending.close()


def test_the_password_is_not_shown() -> None:
    settings = WebSettings(smtp=SmtpSettings("x", password="secret"))
    assert "secret" not in repr(settings)
