"""A Python of Debian for another architecture, in a folder, run by qemu: nothing of this machine is changed.

mmdebstrap downloads the packages of one release of Debian and only unpacks them. qemu runs the Python in
there and lets it see the libraries of the folder in the place of those of this machine. Programs that this
Python starts are those of this machine: so a build needs no emulated compiler, but this Python cannot start
another one of its kind.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

EMULATOR = "qemu-aarch64"
COMPILER = "aarch64-linux-gnu-g++"
_UNPACKER = "mmdebstrap"
_OF_DEBIAN = {EMULATOR: "qemu-user", COMPILER: "g++-aarch64-linux-gnu", _UNPACKER: "mmdebstrap"}
_PACKAGES = "python3,libpython3-dev,libstdc++6"


@dataclass(frozen=True)
class EmulatedPython:
    """The Python for aarch64 of one release of Debian."""

    root: Path
    """The folder with the files of Debian's packages."""

    @property
    def launcher(self) -> tuple[str, ...]:
        """What comes before every program of the other architecture."""
        return (EMULATOR, "-L", str(self.root))

    @property
    def program(self) -> Path:
        """The Python itself, which only qemu can run."""
        return self.root / "usr" / "bin" / "python3"

    @property
    def version(self) -> tuple[int, int]:
        """Its version, such as (3, 13)."""
        _, _, minor = self.program.readlink().name.partition(".")
        return 3, int(minor)

    def script(self, path: Path) -> Path:
        """Write a script that runs this Python, for programs that start one."""
        path.write_text(f'#!/bin/sh\nexec {" ".join(self.launcher)} {self.program} "$@"\n', "utf-8")
        path.chmod(0o755)
        return path


def lacking(*programs: str) -> str:
    """Say which of the programs this machine lacks and how it gets them; empty if it has all."""
    missing = [_OF_DEBIAN[name] for name in (_UNPACKER, EMULATOR, *programs) if shutil.which(name) is None]
    return f"this needs, on Debian: apt install {' '.join(missing)}" if missing else ""


def unpacked(release: str, folder: Path) -> EmulatedPython:
    """Return the Python of a release of Debian, such as bookworm; it is downloaded if the folder lacks it."""
    root = folder / release
    python = EmulatedPython(root)
    if not python.program.exists():
        shutil.rmtree(root, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        how = ["--quiet", "--variant=extract", "--arch=arm64", f"--include={_PACKAGES}"]
        subprocess.run([_UNPACKER, *how, release, root], check=True)
        # From trixie on, the package that has these links makes them when it is installed.
        for name in ("bin", "lib"):
            if not (root / name).exists():
                (root / name).symlink_to(f"usr/{name}")
    return python
