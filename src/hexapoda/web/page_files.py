"""`PageFiles`: the files of the page, with their types, ETags and compression.

Decides which files may be served; `PageScripts` decides what is served for a script. A path is checked as
text before the disk is accessed, so no trick with dots, slashes or encodings leads out of the folder.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from hexapoda.page.catalogs import made_paths
from hexapoda.web.page_scripts import PageScripts, script_text
from hexapoda.web.problem import Problem

__all__ = ["PageFiles", "file_response"]

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
"""Types by extension. The system's table is not used, because on some machines it is wrong for scripts."""
_PATH = re.compile(r"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*(\.[a-z]+)|(?:[A-Za-z0-9_-]+/)*LICENSE")
_STYLES = "page.css"
"""The style sheet that imports the style sheets of all views."""
_IMPORT = re.compile(rb'^@import "([a-z_]+\.css)";$', re.MULTILINE)
_COMPRESSED = 1024
"""Files of at least this many bytes are compressed."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is served."""

    content: bytes
    packed: bytes | None
    """The content compressed with gzip; None if the file is small or compression does not shrink it."""
    type: str
    etag: str

    @classmethod
    def of(cls, content: bytes, type: str) -> PageFile:
        """Return the file with this content and type."""
        packed = gzip.compress(content, 6, mtime=0) if len(content) >= _COMPRESSED else None
        if packed is not None and len(packed) >= len(content):
            packed = None
        return cls(content, packed, type, f'"{hashlib.sha256(content).hexdigest()[:24]}"')


class PageFiles:
    """The files of the page and of the games. A file is read again after it has changed."""

    def __init__(self, root: Path, games: Mapping[str, Path] | None = None) -> None:
        """`root`: the folder of the page. `games`: the folders of the games, by their paths on the page, as
        `hexapoda.games.page_files.page_folders` returns them.
        """
        roots = {"": root, **(games or {})}
        self._roots = {path: folder.resolve() for path, folder in roots.items()}
        self._scripts = PageScripts(self._roots[""], {top: path for top, path in self._roots.items() if top})
        self._read: dict[str, tuple[object, PageFile]] = {}
        self.build = _build_of(self._roots)
        """A hash of the paths and contents of these files at startup."""

    def find(self, path: str) -> PageFile:
        """Return the file at `path`, relative to the page, with forward slashes. Raises `Problem` 404."""
        matched = _PATH.fullmatch(path)
        type = _TYPES.get(matched[1] or ".txt") if matched else None
        if matched is None or type is None or ".." in path or len(path) > 200:
            raise Problem(404, "not found")
        top = next((top for top in self._roots if top and path.startswith(f"{top}/")), "")
        root = self._roots[top]
        file = (root / path.removeprefix(f"{top}/")).resolve()
        try:
            if path not in made_paths() and not (file.is_relative_to(root) and file.is_file()):
                raise Problem(404, "not found")
            joined = _joined_styles(file) if path == _STYLES else self._scripts.text(path)
            stamp = _stamp(file) if joined is None else joined
            known = self._read.get(path)
            if known is None or known[0] != stamp:
                content = file.read_bytes() if joined is None else joined
                known = self._read[path] = (stamp, PageFile.of(content, type))
        except OSError:
            raise Problem(404, "not found") from None
        return known[1]


def _stamp(file: Path) -> tuple[int, int]:
    """Return the time and size of a file, to detect changes. Raises `OSError`."""
    state = file.stat()
    return state.st_mtime_ns, state.st_size


def _joined_styles(file: Path) -> bytes:
    """Return a style sheet with each import replaced by the imported sheet. Raises `OSError`."""
    return _IMPORT.sub(lambda found: file.with_name(found[1].decode()).read_bytes(), file.read_bytes())


def _build_of(roots: Mapping[str, Path]) -> str:
    """Return a short hash of all files below the folders, and of the scripts made from catalogs."""
    found = hashlib.sha256()
    for top, root in roots.items():
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            found.update(f"{top}/{path.relative_to(root).as_posix()}\0".encode())
            found.update(hashlib.sha256(path.read_bytes()).digest())
    for script in made_paths():
        with suppress(OSError):  # the page lacks the file from which the script is made
            found.update(script_text(roots[""], script).encode())
    return found.hexdigest()[:16]


def file_response(request: Request, file: PageFile) -> Response:
    """Return the response with a file, or 304 without content if the browser already has it."""
    # Browsers must revalidate the file each time, so that an update is never mixed with old files.
    headers = {"etag": file.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if file.etag in (tag.strip() for tag in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = file.packed
        headers["content-encoding"] = "gzip"
    return Response(content, headers={**headers, "content-type": file.type})
