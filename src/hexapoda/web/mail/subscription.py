"""`Subscription`: the email address of one person, and the turns for which mails were sent.

The folder `web-mail` of the data folder contains a file for each person, which is deleted when they want no
more emails, and an empty file for each blocked address. Files are not cached, because another program may
delete them together with an owner's other data.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Self

from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.practice.collection import is_owner

__all__ = [
    "Subscription",
    "block",
    "delete_subscription",
    "find_by_code",
    "find_subscription",
    "is_blocked",
    "is_mail_address",
    "subscriptions",
]

UNCONFIRMED_SECONDS = 2 * 24 * 3600.0
"""Seconds for which an unconfirmed address is kept."""
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
_CODE = re.compile(r"(?P<owner>local|[0-9a-f]{32})-[A-Za-z0-9_-]{32}")
_LONGEST = 254


@dataclass(frozen=True, slots=True)
class Subscription:
    """The email address of one person."""

    owner: str
    address: str
    language: str
    confirmed: bool = False
    code: str = ""
    """The secret in the links of the mails. It proves that a person receives mails at the address."""
    asked: float = 0.0
    """When the address was entered, in seconds since the epoch."""
    told: Mapping[str, int] = field(default_factory=dict)
    """The ply of the latest turn for which a mail was sent, by the id of the game."""

    @classmethod
    def new(cls, owner: str, address: str, language: str) -> Self:
        """Return an unconfirmed subscription with a new code."""
        code = f"{owner}-{secrets.token_urlsafe(24)}"
        return cls(owner, address, language, code=code, asked=time.time())

    def keep(self) -> None:
        """Write the file. Raises `OSError`."""
        write_atomically(_path(self.owner), json.dumps(asdict(self), indent=1) + "\n")

    def confirm(self) -> Self:
        """Return a confirmed copy."""
        return replace(self, confirmed=True)

    def tell(self, game: str, ply: int, running: Mapping[str, object]) -> Self:
        """Return a copy that records a mail about a turn, and omits games that are no longer `running`."""
        known = {id: at for id, at in self.told.items() if id in running}
        return replace(self, told={**known, game: ply})


def find_subscription(owner: str) -> Subscription | None:
    """Return the subscription of a person; None if there is none, or if its file is damaged."""
    if not is_owner(owner):
        return None
    return _read(_path(owner))


def find_by_code(code: str) -> Subscription | None:
    """Return the subscription with this code; None if there is none."""
    match = _CODE.fullmatch(code)
    found = None if match is None else find_subscription(match["owner"])
    return found if found is not None and secrets.compare_digest(found.code, code) else None


def subscriptions() -> Iterator[Subscription]:
    """Yield all subscriptions, and delete those that were not confirmed in time."""
    for path in sorted(_folder().glob("*.json")):
        found = _read(path)
        if found is None:
            continue
        if not found.confirmed and time.time() > found.asked + UNCONFIRMED_SECONDS:
            path.unlink(missing_ok=True)
            continue
        yield found


def delete_subscription(owner: str) -> bool:
    """Delete the address of a person; return whether there was one."""
    path = _path(owner)
    existed = is_owner(owner) and path.exists()
    if existed:
        path.unlink(missing_ok=True)
    return existed


def is_mail_address(text: str) -> bool:
    """Return whether a text has the form of an email address that needs no escaping in a header."""
    return len(text) <= _LONGEST and _ADDRESS.fullmatch(text) is not None


def block(address: str) -> None:
    """Block an address, so that nothing is ever sent to it again. Raises `OSError`."""
    write_atomically(_blocked(address), "")


def is_blocked(address: str) -> bool:
    """Return whether nothing may be sent to an address."""
    return _blocked(address).exists()


def _read(path: Path) -> Subscription | None:
    try:
        found = Subscription(**json.loads(path.read_text("utf-8")))
        plies = found.told
        sound = isinstance(plies, dict) and all(isinstance(ply, int) for ply in plies.values())
        texts = (found.owner, found.address, found.language, found.code)
        sound = (
            sound and all(isinstance(text, str) for text in texts) and isinstance(found.asked, (int, float))
        )
    except (OSError, ValueError, TypeError):
        return None
    return found if sound and found.owner == path.stem and is_mail_address(found.address) else None


def _folder() -> Path:
    return data_folder() / "web-mail"


def _path(owner: str) -> Path:
    return _folder() / f"{owner}.json"


def _blocked(address: str) -> Path:
    return _folder() / "blocked" / hashlib.sha256(address.lower().encode()).hexdigest()
