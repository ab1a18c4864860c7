"""A peer that plays one side of a recorded conversation: `scripted_peer.py FILE`.

It writes the lines `< text` of the file and expects to receive the lines `> text`, in this order. If it
receives anything else, it reports that on standard error and ends with status 9. At the end of the file it
waits for the end of its input; any further input is an error too.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(script: Path) -> int:
    for line in script.read_text(encoding="utf-8").splitlines():
        if line.startswith("<"):
            sys.stdout.write(line[2:] + "\n")
            sys.stdout.flush()
        elif line.startswith(">"):
            heard = sys.stdin.readline().rstrip("\n")
            if heard != line[2:]:
                sys.stderr.write(f"expected {line[2:]!r}, heard {heard!r}\n")
                return 9
    rest = sys.stdin.read()
    if rest:
        sys.stderr.write(f"expected the end, heard {rest!r}\n")
        return 9
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
