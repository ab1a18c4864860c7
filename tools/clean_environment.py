"""A Python environment with nothing but a package and what it needs: of this machine, or emulated."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tools.emulated_python import EmulatedPython
from tools.wheel_build import WORK


@dataclass(frozen=True)
class Environment:
    """A Python environment with nothing but the package and what it needs."""

    python: Path
    launcher: tuple[str, ...] = ()
    """What runs its programs: qemu, if they are for another architecture."""
    compiler: bool = False
    """Whether its programs see the others of this machine."""

    def variables(self) -> dict[str, str]:
        """Return the environment variables of its programs."""
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "HEXAPODA_"))
        }
        return kept if self.compiler else kept | {"PATH": str(self.python.parent)}

    def run(self, *words: str | Path) -> float:
        """Run its Python, which must succeed, and return the seconds."""
        program = [shutil.which(self.launcher[0]) or "", *self.launcher[1:]] if self.launcher else []
        before = time.monotonic()
        command = [*program, self.python, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=WORK, env=self.variables())
        return time.monotonic() - before


def environment(folder: Path, python: str, package: Path, compiler: bool = False) -> Environment:
    """Make a clean environment with the package in it."""
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    made = Environment(
        folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"), compiler=compiler
    )
    seconds = made.run("-m", "pip", "--disable-pip-version-check", "install", "-q", package)
    measure(made, package, seconds)
    return made


def emulated(folder: Path, python: EmulatedPython, package: Path) -> Environment:
    """Make a clean environment for another architecture; pip runs there too, as it does for a user."""
    made = Environment(folder / "bin" / "python", python.launcher)
    Environment(python.program, python.launcher).run("-m", "venv", "--clear", "--without-pip", folder)
    shutil.rmtree(WORK / "pip", ignore_errors=True)
    download: list[str | Path] = [
        "download",
        "-q",
        "--no-deps",
        "--only-binary",
        ":all:",
        "-d",
        WORK / "pip",
        "pip",
    ]
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *download], check=True)
    [pip] = (WORK / "pip").glob("*.whl")
    seconds = made.run(pip / "pip", "install", "-q", "--only-binary", ":all:", package)
    measure(made, package, seconds)
    return made


def measure(made: Environment, package: Path, seconds: float) -> None:
    """Print how long the installation took, and how long a command takes to start once it has run."""
    start = [
        "-c",
        "import sys; sys.argv = ['hexapoda', '--version']; from hexapoda.cli.app import main; main()",
    ]
    made.run(*start)
    again = min(made.run(*start) for _ in range(3))
    print(f"ok      {package.name}: installed in {seconds:.0f} s, starts in {again:.2f} s", flush=True)
