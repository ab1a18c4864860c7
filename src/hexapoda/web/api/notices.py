"""Emails that tell visitors when it is their turn: the address for them, and the links in them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from hexapoda.games.translations import ENGLISH
from hexapoda.web.answers.owner import NoticesJson
from hexapoda.web.description import json_responses
from hexapoda.web.mail.notices import Notices
from hexapoda.web.mail.subscription import Subscription, find_subscription
from hexapoda.web.owner import owner_of
from hexapoda.web.visitor import visitor_of

__all__ = ["router"]

router = APIRouter(prefix="/owner/notices", tags=["owner"])


def _notices(request: Request) -> Notices:
    notices: Notices = request.app.state.notices
    return notices


AllNotices = Annotated[Notices, Depends(_notices)]
Owner = Annotated[str, Depends(owner_of)]


class NewAddress(BaseModel):
    """Where to send emails, and in which language."""

    model_config = ConfigDict(extra="forbid")

    address: Annotated[str, Field(max_length=300)]
    language: Annotated[
        str, Field(pattern="^[a-z]{2}$", description="The language of emails; English if the page lacks it.")
    ] = ENGLISH


class MailLink(BaseModel):
    """The code from a link in an email."""

    model_config = ConfigDict(extra="forbid")

    code: Annotated[str, Field(max_length=100)]


class EndOfMails(MailLink):
    """The code from the link that ends all emails."""

    forever: Annotated[bool, Field(description="Whether nobody may enter this address here again.")] = False


@router.get("", summary="Read the email address", **json_responses(NoticesJson))
async def read_notices(owner: Owner, notices: AllNotices) -> NoticesJson:
    """Return the email address of this visitor, if there is one."""
    return _json(notices, await asyncio.to_thread(find_subscription, owner))


@router.put("", summary="Set the email address", **json_responses(NoticesJson))
async def give_address(request: Request, wish: NewAddress, notices: AllNotices) -> NoticesJson:
    """Send a confirmation link to an address. Once the link is opened, the visitor receives one email for
    each turn, except in games that are open on a page or whose clock needs both players at once.
    """
    visitor = visitor_of(request)
    return _json(notices, await asyncio.to_thread(notices.ask, visitor, wish.address.strip(), wish.language))


@router.delete("", summary="Delete the email address", **json_responses(NoticesJson))
async def delete_address(owner: Owner, notices: AllNotices) -> NoticesJson:
    """Forget the address of this visitor."""
    await asyncio.to_thread(notices.delete, owner)
    return _json(notices, None)


@router.post("/confirm", summary="Confirm an address", **json_responses(NoticesJson))
async def confirm_address(wish: MailLink, notices: AllNotices) -> NoticesJson:
    """Confirm an address, which starts the emails. The link may be opened in another browser."""
    return _json(notices, await asyncio.to_thread(notices.confirm, wish.code))


@router.post("/stop", summary="End all emails", **json_responses(NoticesJson))
async def stop_mails(wish: EndOfMails, notices: AllNotices) -> NoticesJson:
    """End all emails to the address that the link was sent to, and forget the address."""
    await asyncio.to_thread(lambda: notices.stop(wish.code, forever=wish.forever))
    return _json(notices, None)


def _json(notices: Notices, found: Subscription | None) -> NoticesJson:
    return {
        "possible": notices.delivery is not None,
        "address": None if found is None else found.address,
        "confirmed": found is not None and found.confirmed,
    }
