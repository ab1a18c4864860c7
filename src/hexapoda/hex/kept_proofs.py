"""`KeptProofs`: the file with the proofs of a solver, from which a stopped search of many moves goes on.

The first line is JSON: `proofs` is the version of the format, `variant` the board, `without` the features
that were switched off, `byte_order` that of the machine, and `sha256` the hash of the rest, which is what
`HexSolver.proofs` returned.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import stat
import sys
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.files.output_file import check_target, write_bytes
from hexapoda.hex.solve import HexSolver
from hexapoda.text.sentence import reason_of

__all__ = ["KeptProofs", "proofs_beside"]

_VERSION = 1
"""Changes when solvers no longer find positions under the same keys (`canonical` in
cpp/hex/solve/proof_search.cpp), when the bytes have another layout, or when proofs of earlier versions may be
wrong.
"""
_SUFFIX = ".proofs"


def proofs_beside(decided: Path) -> Path:
    """Return the file of the proofs, beside that of the decided moves."""
    return Path(f"{decided}{_SUFFIX}")


class KeptProofs:
    """The proofs of a solver, in a file beside that of the decided moves."""

    def __init__(self, decided: Path, solver: HexSolver) -> None:
        """Read the file, if there is one. `decided` is the file of the decided moves. Raises `UsageError` if
        the file cannot be read or does not fit the solver.
        """
        self.path = proofs_beside(decided)
        self._solver = solver
        self._header = {
            "proofs": _VERSION,
            "variant": solver.variant,
            "without": sorted(solver.without),
            "byte_order": sys.byteorder,
        }
        name = repr(str(self.path))
        check_target(self.path, force=True)
        try:
            # A pipe would block, and the target of a link is another file.
            if not stat.S_ISREG(self.path.lstat().st_mode):
                raise UsageError(f"{name} is not a file of proofs: choose another name for --save")
            content = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise UsageError(f"cannot read {name}: {reason_of(error)}") from None
        solver.restore(self._proofs_in(content))

    def try_to_write(self) -> None:
        """Replace the file in the middle of a search, which goes on if that fails: the disk may be full only
        for a while.
        """
        with contextlib.suppress(UsageError):
            self.write()

    def write(self) -> None:
        """Replace the file, unless there is no proof to keep. Raises `UsageError`."""
        proofs = self._solver.proofs()
        if proofs:
            header = self._header | {"sha256": hashlib.sha256(proofs).hexdigest()}
            write_bytes(self.path, json.dumps(header).encode() + b"\n" + proofs, force=True)

    def remove(self) -> None:
        """Delete the file, if that is possible: nothing needs it any more."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _proofs_in(self, content: bytes) -> bytes:
        line, _, proofs = content.partition(b"\n")
        name = repr(str(self.path))
        try:
            header = dict(json.loads(line))
            digest = header.pop("sha256")
        except (ValueError, TypeError, KeyError, RecursionError):
            raise UsageError(f"{name} is not a file of proofs: delete it to begin without proofs") from None
        for field, expected in self._header.items():
            if header.get(field) != expected:
                raise UsageError(
                    f"{name} has {field} {header.get(field)!r}, but this search has {expected!r}: "
                    "delete the file to begin without its proofs"
                )
        if digest != hashlib.sha256(proofs).hexdigest():
            raise UsageError(f"{name} is damaged: delete it to begin without its proofs")
        return proofs
