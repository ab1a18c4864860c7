"""`Notices`: emails to people who want to know when it is their turn.

An email is due once for each turn, but not while the player has the game open, and not in a game whose clock
requires both players to be present. A sweep goes through the unfinished games, so an email that could not be
written before a restart is written after it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from hexapoda.games import find_game
from hexapoda.games.translations import ENGLISH, languages, patterns
from hexapoda.text.sentence import Sentence
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.live.unfinished import Unfinished
from hexapoda.web.mail.delivery import Delivery
from hexapoda.web.mail.subscription import (
    Subscription,
    block,
    delete_subscription,
    find_by_code,
    find_subscription,
    is_blocked,
    is_mail_address,
    subscriptions,
)
from hexapoda.web.problem import Problem
from hexapoda.web.quotas import Quota
from hexapoda.web.rate import Rate, Rates
from hexapoda.web.settings import WebSettings
from hexapoda.web.visitor import Visitor

__all__ = ["Notices"]

_DAY = 24 * 3600.0
_FIRST_MAILS = 3
"""The maximum number of mails a day to an unconfirmed address."""
_NO_MAILS = Sentence("this server sends no emails")
_OLD_LINK = Sentence("this link is old: there is no such email address here any more")


class Notices:
    """The mails of one server."""

    def __init__(self, settings: WebSettings, rooms: Rooms) -> None:
        """`settings`: the SMTP server, if there is one; `rooms`: the games."""
        self._settings = settings
        self._rooms = rooms
        self.delivery = None if settings.smtp is None else Delivery(settings.smtp)
        self._asked = Quota(
            lambda count: Sentence(
                "{count} email addresses were given here today: try again tomorrow", count=count
            ),
            settings.mail_addresses_a_day_per_owner,
            settings.mail_addresses_a_day_per_address,
        )
        most = settings.mails_a_day_per_address
        self._to = Rates(most / _DAY, most)
        self._all = Rate(settings.mails_a_day / _DAY, settings.mails_a_day)
        first = min(most, _FIRST_MAILS)
        self._first_to = Rates(first / _DAY, first)
        self._first = Rate(settings.mails_a_day / 4 / _DAY, max(1, settings.mails_a_day // 4))
        self._lock = threading.Lock()
        """Guards the files and the rates, because methods may be called from any thread."""
        self._seen: dict[str, int] = {}
        """The ply of each game at the latest sweep. A mail is due only if the next sweep finds the same ply,
        because both players may still be present at the first sweep of a turn.
        """

    def ask(self, visitor: Visitor, address: str, language: str) -> Subscription:
        """Store the address of a visitor, and send a confirmation link to it. Raises `Problem`."""
        self._require_mail()
        if not is_mail_address(address):
            raise Problem(
                400,
                Sentence(
                    "{address!r} is not an email address, such as ada@club.example", address=address[:80]
                ),
                "address",
            )
        made = Subscription.new(visitor.owner, address, language if language in languages() else ENGLISH)
        with self._lock:
            known = find_subscription(visitor.owner)
            if known is not None and known.confirmed:
                if known.address == address:
                    return known
                text = Sentence("emails go to another address of yours: delete it first")
                raise Problem(409, text, "address")
            if is_blocked(address):
                raise Problem(409, Sentence("the owner of this address wants no email from here"), "address")
            self._asked.take(visitor)
            # The address may belong to a stranger, who must not receive many of these mails. Most of the
            # mails of a day are reserved for players.
            if self._first_to.take(address.lower()) and self._first.take():
                made.keep()  # before the mail, whose link needs it
                if self._send(made, *_confirmation(made, self._link)):
                    return made
                if known is None:
                    delete_subscription(visitor.owner)
                else:
                    known.keep()
        raise Problem(429, Sentence("too many emails are sent from here: try again tomorrow"))

    def confirm(self, code: str) -> Subscription:
        """Confirm the address that this code was sent to. Raises `Problem` 404."""
        with self._lock:
            confirmed = _with_code(code).confirm()
            confirmed.keep()
        return confirmed

    def stop(self, code: str, *, forever: bool) -> None:
        """Send no more mails to the address that this code was sent to; with `forever`, not even if somebody
        enters it again. Raises `Problem` 404.
        """
        with self._lock:
            address = _with_code(code).address
            if forever:
                block(address)
            for one in subscriptions():  # one person may have entered it in several browsers
                if one.address.lower() == address.lower():
                    delete_subscription(one.owner)

    def delete(self, owner: str) -> None:
        """Delete the address of a person."""
        with self._lock:
            delete_subscription(owner)

    def sweep(self) -> None:
        """Write the mails that are due, and delete the addresses that were not confirmed in time."""
        with self._lock:
            people = {one.owner for one in subscriptions() if one.confirmed}
        if self.delivery is None:
            return
        games = self._rooms.folder.games()
        seen = {}
        for id, game in games.items():
            if game.turn is None or game.open or game.timed or not game.people:
                continue
            seen[id] = game.ply
            owner = game.owners[game.turn]
            if owner not in people or game.owners[0] == game.owners[1] or self._seen.get(id) != game.ply:
                continue
            if game.turn not in self._rooms.present(id):
                self._notify(owner, id, game, games)
        self._seen = seen

    def _notify(self, owner: str, id: str, game: Unfinished, games: Mapping[str, Unfinished]) -> None:
        """Write the mail about a turn, unless it was already written or the player wants no more mails."""
        with self._lock:
            person = find_subscription(owner)
            if person is None or not person.confirmed or person.told.get(id) == game.ply:
                return
            notified = person.tell(id, game.ply, games)
            notified.keep()  # before the mail: no mail is better than two
            if self._to.take(notified.address.lower()):
                self._send(notified, *_turn(notified, id, game, self._link))

    def gauges(self) -> dict[str, tuple[str, float]]:
        """Return the numbers of sent and failed mails, in the form of `Rooms.gauges`."""
        if self.delivery is None:
            return {}
        return {
            "hexapoda_mails_sent": ("Emails that the SMTP server accepted.", self.delivery.sent),
            "hexapoda_mails_failed": ("Emails that could not be sent.", self.delivery.failed),
        }

    def close(self) -> None:
        """Stop sending mails."""
        if self.delivery is not None:
            self.delivery.close()

    def _require_mail(self) -> None:
        if self.delivery is None:
            raise Problem(409, _NO_MAILS)

    def _link(self, part: str) -> str:
        return f"{self._settings.address}#{part}"

    def _send(self, to: Subscription, subject: str, lines: list[str]) -> bool:
        """Queue a mail; return False if its address is blocked or too many are waiting or were sent today."""
        smtp, delivery = self._settings.smtp, self.delivery
        if smtp is None or delivery is None or is_blocked(to.address):
            return False
        if not self._all.take():
            return False
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = smtp.sender, to.address, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=smtp.sender.rpartition("@")[2].strip("> "))
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{self._link(f'notices&stop={to.code}')}>"
        message.set_content("\n\n".join(lines) + "\n")
        return delivery.put(message)


def _with_code(code: str) -> Subscription:
    """Return the subscription with this code. Raises `Problem` 404."""
    found = find_by_code(code)
    if found is None:
        raise Problem(404, _OLD_LINK)
    return found


def _said(text: Sentence, language: str) -> str:
    return str(text) if language == "en" else text.translated(patterns(language))


def _confirmation(to: Subscription, link: Callable[[str], str]) -> tuple[str, list[str]]:
    texts = [
        Sentence("Somebody, probably you, wants to get an email here when it is their turn in a game."),
        Sentence("Open this link if you agree:"),
        link(f"notices&confirm={to.code}"),
        Sentence("If it was not you, do nothing. This link keeps your address from being given here again:"),
        link(f"notices&block={to.code}"),
    ]
    subject = _said(Sentence("Emails when it is your turn"), to.language)
    return subject, [_said(one, to.language) if isinstance(one, Sentence) else one for one in texts]


def _turn(to: Subscription, id: str, game: Unfinished, link: Callable[[str], str]) -> tuple[str, list[str]]:
    title = find_game(game.game).title
    texts = [
        Sentence(
            "It is your turn in a game of {title} ({variant}), at move {number}.",
            title=title,
            variant=game.variant,
            number=game.ply + 1,
        ),
        link(f"game={id}"),
        Sentence("This link ends all emails:"),
        link(f"notices&stop={to.code}"),
    ]
    subject = _said(Sentence("{title}: it is your turn", title=title), to.language)
    return subject, [_said(one, to.language) if isinstance(one, Sentence) else one for one in texts]
