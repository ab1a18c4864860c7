"""`FairQueue`: a queue in which clients take fair turns.

Limits the number of waiting items. The most urgent item comes first. Clients whose next items are equally
urgent take turns: a client with many items delays another client by only one item. A client's own items are
sorted by urgency, then by arrival.

Clients whose names begin with the same word are a group, such as the visitors from one address. A group has
the turns and the limits of a single client, and its clients take turns within it. So a client gains nothing
by using many names.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from hexapoda.errors import QueueFull

__all__ = ["FairQueue", "group_of"]

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """The waiting items. It is not thread-safe: its owner must hold a lock."""

    def __init__(
        self,
        client_of: Callable[[Item], str],
        urgency_of: Callable[[Item], Any],
        *,
        each: int | None = None,
        most: int | None = None,
    ) -> None:
        """`client_of` returns the client of an item, and `urgency_of` its current urgency; the item with the
        smallest value comes first. `each` limits the waiting items of one group, and `most` those of all
        groups; None means no limit.
        """
        self._client_of = client_of
        self._urgency_of = urgency_of
        self._each = each
        self._most = most
        self._items: OrderedDict[str, list[Item]] = OrderedDict()
        """The items by group; the group whose turn is next comes first."""
        self._turn = 0
        self._latest: dict[str, int] = {}
        """For each client with items, its latest turn, or the queue's turn when the client joined."""

    def __len__(self) -> int:
        return sum(map(len, self._items.values()))

    def __contains__(self, item: Item) -> bool:
        return item in self._items.get(group_of(self._client_of(item)), ())

    def check(self, client: str) -> None:
        """Raise `QueueFull` if no further item of this client may wait."""
        if self._each is not None and len(self._items.get(group_of(client), ())) >= self._each:
            raise QueueFull(f"{self._each} jobs of one client are already waiting", own=True)
        if self._most is not None and len(self) >= self._most:
            raise QueueFull(f"{self._most} jobs are already waiting", own=False)

    def push(self, item: Item) -> None:
        """Add an item, even if `check` would refuse it."""
        client = self._client_of(item)
        self._items.setdefault(group_of(client), []).append(item)
        self._latest.setdefault(client, self._turn)

    def put_back(self, item: Item) -> None:
        """Put back an item that could not be used in its turn. It comes before all others of its urgency."""
        client = self._client_of(item)
        group = group_of(client)
        self._items.setdefault(group, []).insert(0, item)
        self._items.move_to_end(group, last=False)
        self._latest[client] = -1

    def pop(self, allowed: Callable[[str], bool] = lambda group: True) -> Item | None:
        """Remove and return the next item of the groups that are `allowed`; None if there is none."""

        def place(item: Item) -> Any:
            return self._urgency_of(item), self._latest[self._client_of(item)]

        following = [(min(items, key=place), group) for group, items in self._items.items() if allowed(group)]
        if not following:
            return None
        item, group = min(following, key=lambda each: self._urgency_of(each[0]))
        self._turn += 1
        self._latest[self._client_of(item)] = self._turn
        self.remove(item)
        if group in self._items:
            self._items.move_to_end(group)
        return item

    def remove(self, item: Item) -> bool:
        """Remove an item and return whether it was in the queue."""
        client = self._client_of(item)
        items = self._items.get(group_of(client), [])
        if item not in items:
            return False
        items.remove(item)
        if all(self._client_of(each) != client for each in items):
            del self._latest[client]
        if not items:
            del self._items[group_of(client)]
        return True

    def clear(self) -> list[Item]:
        """Remove all items and return them."""
        items = list(self)
        self._items.clear()
        self._latest.clear()
        return items

    def __iter__(self) -> Iterator[Item]:
        """Yield the items in the order of their turns, as if no further items were added."""
        copy: FairQueue[Item] = FairQueue(self._client_of, self._urgency_of)
        copy._items = OrderedDict((group, list(items)) for group, items in self._items.items())
        copy._turn, copy._latest = self._turn, dict(self._latest)
        while (item := copy.pop()) is not None:
            yield item


def group_of(client: str) -> str:
    """Return the group of a client: the first word of its name."""
    return client.partition(" ")[0]
