"""The options of `hexapoda web` for mails, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import UsageError
from hexapoda.web.mail.smtp_options import PASSWORD, page_url, smtp_settings
from hexapoda.web.settings import SmtpSettings

SENDER = "Club <games@club.example>"


def read(server: str | None = "mail.club.example", **more: Any) -> SmtpSettings | None:
    given = {"security": "starttls", "user": "", "password_file": None, "sender": SENDER}
    return smtp_settings(server, **{**given, "address": "https://club.example/", **more})


def test_the_usual_ports() -> None:
    assert read() == SmtpSettings("mail.club.example", 587, "starttls", sender=SENDER)
    for security, port in (("tls", 465), ("none", 25)):
        found = read(security=security)
        assert found is not None and found.port == port
    found = read("[::1]:2525", security="none")
    assert found is not None and (found.host, found.port) == ("::1", 2525)
    assert read(None, sender="") is None


def test_where_the_password_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_text("from the file\n", "utf-8")
    monkeypatch.setenv(PASSWORD, "from the environment")
    for given, password in ((file, "from the file"), (None, "from the environment")):
        found = read(user="games", password_file=given)
        assert found is not None and found.password == password
    monkeypatch.delenv(PASSWORD)
    with pytest.raises(UsageError, match=f"needs a password: .* {PASSWORD}"):
        read(user="games")
    with pytest.raises(UsageError, match="cannot be read: FileNotFoundError"):
        read(user="games", password_file=tmp_path / "missing")


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"server": "mail.club.example/x"}, "expected a host or HOST:PORT"),
        ({"server": "a:b@mail.club.example"}, "expected a host or HOST:PORT"),
        ({"server": "mail.club.example:99999"}, "expected a host or HOST:PORT"),
        ({"security": "ssl"}, "expected starttls, tls or none"),
        ({"security": "none", "user": "games"}, "would send the password to another machine unencrypted"),
        ({"sender": ""}, "expected the address that emails come from"),
        ({"sender": "a@b.example\nBcc: c@d.example"}, "expected the address that emails come from"),
        ({"address": None}, "needs --address URL"),
        ({"server": None}, "need --smtp HOST"),
    ],
)
def test_what_is_refused(wrong: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        read(**{"server": "mail.club.example", **wrong})


def test_the_address_of_the_page() -> None:
    assert page_url("https://club.example/hex") == "https://club.example/hex/"
    for wrong in (
        "club.example",
        "ftp://club.example/",
        "https://",
        "https://a@club.example/",
        "https://x/?a=1",
    ):
        with pytest.raises(UsageError, match="expected an address such as"):
            page_url(wrong)
