"""The networks that come with the package, and the search for a network file by name or path."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import expanded
from hexapoda.text.suggestion import hint

__all__ = ["find_network", "find_network_from", "shipped_networks"]

_SUFFIX = ".net"


@cache
def shipped_networks() -> dict[str, Path]:
    """Return the files of the networks in this package, by name."""
    folder = Path(str(files("hexapoda.nets"))) / "data"
    return {path.stem: path for path in sorted(folder.glob(f"*{_SUFFIX}"))}


def find_network(text: str) -> Path:
    """Return the file of a network. `text` is a path, or the name of a network in this package, such as
    `hex-5x5`. Raises `UsageError` if there is no such file.
    """
    shipped = shipped_networks()
    if text in shipped:
        return shipped[text]
    path = expanded(text)
    try:
        found = path.is_file()
    except OSError:  # the name is too long
        found = False
    if not found:
        names = ", ".join(shipped) or "none"
        expected = f"expected a file written by `hexapoda train`, or a network of this package ({names})"
        raise UsageError(f"no network is called {text!r}: {hint(text, list(shipped), expected)}")
    return path


def find_network_from(base: Path, text: str) -> Path:
    """Return the file of a network as `find_network` does; a relative path starts from `base`."""
    return find_network(text if text in shipped_networks() else str(base / expanded(text)))
