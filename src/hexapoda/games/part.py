"""`LazyPart`: a part of a game that is imported on first use, and `lazy`, which creates one."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Generic, Self, TypeVar, cast, overload

__all__ = ["LazyPart", "lazy"]

T = TypeVar("T")


class LazyPart(Generic[T]):
    """An attribute of a game, located by `module` or `module:attribute`. Reading it imports the module, so a
    command loads only the parts of a game that it needs. Without a target, its value is None.
    """

    def __init__(self, target: str = "") -> None:
        """`target`: `module` or `module:attribute`."""
        self._target = target

    @overload
    def __get__(self, game: None, owner: type) -> Self: ...

    @overload
    def __get__(self, game: object, owner: type | None = None) -> T: ...

    def __get__(self, game: object, owner: type | None = None) -> T | Self:
        if game is None:
            return self
        module, _, attribute = self._target.partition(":")
        found: Any = import_module(module) if module else None
        return cast("T", getattr(found, attribute) if attribute else found)


def lazy(target: str) -> Any:
    """Return the `LazyPart` for `module` or `module:attribute`. `Game` declares the type of its value."""
    return LazyPart(target)
