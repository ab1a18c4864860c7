"""Damaged pickles: what they are read as is an error or a position that works."""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Callable
from typing import Any

__all__ = ["fuzz_pickle"]


class OwnUnpickler(pickle.Unpickler):
    """Makes nothing but what this package's pickles are made of: a damaged pickle may name any function."""

    def find_class(self, module: str, name: str) -> Any:
        """The class or function, when it is one of the package's."""
        if not module.startswith("hexapoda") or name.startswith("__"):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return super().find_class(module, name)


def fuzz_pickle(chance: random.Random, position: Any, junk: Callable[[], Any]) -> None:
    """Damage the pickle of a position, and use what it is read as. Raises what reading it raises."""
    if chance.random() < 0.5:
        restore, state = position.__reduce__()
        read = restore(*damaged_state(chance, list(state), junk))
    else:
        data = damaged_bytes(chance, pickle.dumps(chance.choice([position, list(position.moves), position])))
        read = OwnUnpickler(io.BytesIO(data)).load()
    for value in read if isinstance(read, list) else [read]:
        use(value)


def use(value: Any) -> None:
    """Everything that a position or a move can be asked."""
    if type(value).__name__ == "Position":
        again = pickle.loads(pickle.dumps(value))
        if again != value or again.moves != value.moves:
            raise SystemError(f"{value!r} is not what its pickle is read as")
        for move in list(value.legal_moves)[:3]:
            value.push(move)
            value.pop()
        str((value.text(), value.key, value.canonical_key, value.outcome(), list(value.moves)))
    elif type(value).__name__ == "Move":
        str((value, hash(value), value == value, value.kind))


def damaged_state(chance: random.Random, state: Any, junk: Callable[[], Any]) -> Any:
    """The state with one part, at any depth, replaced, left out or doubled."""
    if not isinstance(state, list | tuple) or not state or chance.random() < 0.2:
        return junk()
    index = chance.randrange(len(state))
    parts = list(state)
    lot = chance.random()
    if lot < 0.1:
        del parts[index]
    elif lot < 0.2:
        parts.insert(index, parts[index])
    else:
        parts[index] = damaged_state(chance, parts[index], junk)
    return type(state)(parts)


def damaged_bytes(chance: random.Random, data: bytes) -> bytes:
    """The pickle cut off, or with a few bytes changed, left out or put in."""
    damaged = bytearray(data)
    if chance.random() < 0.2:
        return bytes(damaged[: chance.randrange(len(damaged))])
    for _ in range(chance.choice((1, 1, 2, 4))):
        index = chance.randrange(len(damaged))
        lot = chance.random()
        if lot < 0.7:
            damaged[index] = chance.randrange(256)
        elif lot < 0.85:
            del damaged[index]
        else:
            damaged.insert(index, chance.randrange(256))
    return bytes(damaged)
