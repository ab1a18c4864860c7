"""`FairQueue`: what waits, in turns that are fair between clients.

Owns the order and the bounds. The most urgent comes first. Among clients whose next items are equally urgent
the turns go round: a client with many items delays another one by a single item. A client's own items come in
the order of their urgency and arrival.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from hexapoda.errors import QueueFull

__all__ = ["FairQueue"]

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Not safe to use from several threads at once: the owner has a lock."""

    def __init__(
        self,
        client_of: Callable[[Item], str],
        urgency_of: Callable[[Item], Any],
        *,
        each: int | None = None,
        most: int | None = None,
    ) -> None:
        """`client_of`: whose item it is; `urgency_of`: how urgent it is now, the smallest first; `each`: how
        many items of one client may wait; `most`: how many may wait in all.
        """
        self._client_of = client_of
        self._urgency_of = urgency_of
        self._each = each
        self._most = most
        self._items: OrderedDict[str, list[Item]] = OrderedDict()
        """By client; the one whose turn is next comes first."""

    def __len__(self) -> int:
        return sum(map(len, self._items.values()))

    def __contains__(self, item: Item) -> bool:
        return item in self._items.get(self._client_of(item), ())

    def check(self, client: str) -> None:
        """Raise `QueueFull` if no other item of this client may wait."""
        if self._each is not None and len(self._items.get(client, ())) >= self._each:
            raise QueueFull(f"{self._each} jobs of one client wait already", own=True)
        if self._most is not None and len(self) >= self._most:
            raise QueueFull(f"{self._most} jobs wait already", own=False)

    def push(self, item: Item) -> None:
        """Add an item, also if `check` would refuse it."""
        self._items.setdefault(self._client_of(item), []).append(item)

    def put_back(self, item: Item) -> None:
        """Add an item that has had its turn in vain: it is the next one of its urgency."""
        client = self._client_of(item)
        self._items.setdefault(client, []).insert(0, item)
        self._items.move_to_end(client, last=False)

    def pop(self, allowed: Callable[[str], bool] = lambda client: True) -> Item | None:
        """Remove the next item of those clients that are `allowed` one, and return it; None if there is
        none.
        """
        following = [
            (min(items, key=self._urgency_of), client)
            for client, items in self._items.items()
            if allowed(client)
        ]
        if not following:
            return None
        item, client = min(following, key=lambda each: self._urgency_of(each[0]))
        self.remove(item)
        if client in self._items:
            self._items.move_to_end(client)
        return item

    def remove(self, item: Item) -> bool:
        """Remove an item; return whether it was there."""
        client = self._client_of(item)
        items = self._items.get(client, [])
        if item not in items:
            return False
        items.remove(item)
        if not items:
            del self._items[client]
        return True

    def clear(self) -> list[Item]:
        """Remove all items and return them."""
        items = list(self)
        self._items.clear()
        return items

    def __iter__(self) -> Iterator[Item]:
        """The items in the order of their turns, if no other one comes."""
        copy: FairQueue[Item] = FairQueue(self._client_of, self._urgency_of)
        copy._items = OrderedDict((client, list(items)) for client, items in self._items.items())
        while (item := copy.pop()) is not None:
            yield item
