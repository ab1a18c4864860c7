"""Check the sdist and the wheels of dist/: install them in clean environments and run the smoke test in each.

    python3.11 python3.13        the sdist, and the wheels for this machine
    --aarch64 bookworm trixie    the wheels for aarch64, with the Pythons of these Debian releases

With the first Python, the wheel runs at every level that this CPU supports, and under qemu as a CPU of each
lower level. All levels and Pythons must give the same results, including the order of moves. Only sums of
floating-point numbers may differ in their last digits: FMA rounds a product and a sum once, the lowest level
rounds twice.

The environments of wheels see no other program of this machine, so no compiler either.
"""

import json
import math
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from tools.clean_environment import Environment, emulated, environment
from tools.emulated_python import lacking, unpacked
from tools.wheel_build import WORK, command_line, tag, version_of

ROOT = Path(__file__).parent.parent
SMOKE = ROOT / "tests" / "wheel" / "smoke.py"
OLD_EMULATOR = "qemu-x86_64"
OLD_CPUS = {"Nehalem": "x86-64-v2", "Haswell": "x86-64-v3"}
"""CPUs for qemu, and the level that each must choose."""
ROUNDED = {"network": 1e-4}
"""Results that may differ between levels, and by how much."""
OF_SEARCH = {"rave"}
"""Results that depend on rounded numbers: compared only between levels with FMA."""
NEEDED = {
    "CMakeLists.txt",
    "LICENSE",
    "Makefile",
    "PKG-INFO",
    "README.md",
    "cpp/bindings/cpu.cpp",
    "pyproject.toml",
    "src/hexapoda/_core/__init__.py",
    "src/hexapoda/_core/hive.pyi",
    "src/hexapoda/_cpu.pyi",
    "src/hexapoda/py.typed",
    "tests/wheel/smoke.py",
}
JUNK = (".git", ".venv", "build", "dist", "__pycache__", ".pytest_cache", ".mypy_cache", "docs/images", ".ci")


class Failed(Exception):
    """A package is wrong; the message says how."""


def one(folder: Path, pattern: str) -> Path:
    """Return the only file that matches a pattern."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Failed(f"{folder}: one {pattern} expected, {len(found)} found; run make wheel")
    return found[0]


def check_sdist(path: Path) -> None:
    """Check that the sdist holds what a build needs, and nothing that was built."""
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    if missing := NEEDED - names:
        raise Failed(f"{path.name} lacks {', '.join(sorted(missing))}")
    junk = [name for name in names if name.endswith((".so", ".pyc")) or in_junk(name)]
    if junk:
        raise Failed(f"{path.name} holds {', '.join(sorted(junk)[:5])}")
    print(f"ok      {path.name}: {len(names)} files, {path.stat().st_size >> 10} KiB")


def in_junk(name: str) -> bool:
    """Whether a file lies in a folder that no package should have."""
    return any(name == folder or name.startswith(f"{folder}/") or f"/{folder}/" in name for folder in JUNK)


def check_wheel(path: Path) -> None:
    """Check that the wheel holds only the package, and no core that runs only on this machine."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    if extra := {top for top in tops if top != "hexapoda" and not top.endswith((".dist-info", ".libs"))}:
        raise Failed(f"{path.name} holds {', '.join(sorted(extra))}")
    if any("_core/native." in name for name in names):
        raise Failed(f"{path.name} holds a core that runs only on this machine; run make wheel")
    cores = [
        name.rpartition("/")[2] for name in names if "/_core/" in name and name.endswith((".so", ".pyd"))
    ]
    print(f"ok      {path.name}: {path.stat().st_size >> 10} KiB, {', '.join(sorted(cores))}")


def smoke(made: Environment, level: str, wanted: str = "", launcher: tuple[str, ...] = ()) -> dict[str, Any]:
    """Run the smoke test, under the launcher if one is given, and return its results."""
    launcher = launcher or made.launcher
    program = (shutil.which(launcher[0]) or "", *launcher[1:]) if launcher else ()
    words = [*program, str(made.python), "-I", str(SMOKE), "--json", "--level", level]
    if launcher:
        words += ["--launcher", " ".join(program)]
    variables = made.variables()
    if launcher:  # the OpenBLAS of NumPy must choose its code for the emulated CPU, not for this one
        variables = {name: value for name, value in variables.items() if not name.startswith("OPENBLAS_")}
    if wanted:
        variables["HEXAPODA_CPU"] = wanted
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
        env=variables,
        cwd=made.python.parent,
    )
    title = " ".join([*launcher, f"HEXAPODA_CPU={wanted}"] if wanted else launcher) or "as installed"
    if done.returncode != 0:
        raise Failed(f"{level}, {title}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"ok      {level}, {title}", flush=True)
    results: dict[str, Any] = json.loads(done.stdout)
    return results


def compare(one_level: dict[str, Any], other: dict[str, Any]) -> None:
    """Raise `Failed` unless the results of two levels agree."""
    both_fuse = "x86-64-v2" not in (one_level["level"], other["level"])
    for key in sorted(one_level.keys() - {"level", "doctor"}):
        if key in OF_SEARCH and not both_fuse:
            continue
        if not same(one_level[key], other[key], ROUNDED.get(key, 0.0)):
            raise Failed(
                f"{key} differs: {one_level[key]} at {one_level['level']}, {other[key]} at {other['level']}"
            )
    print(f"ok      {one_level['level']} and {other['level']} agree", flush=True)


def same(one_value: Any, other: Any, tolerance: float) -> bool:
    """Whether two results are equal, numbers within a tolerance."""
    if isinstance(one_value, float):
        return math.isclose(one_value, other, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(one_value, list):
        return len(one_value) == len(other) and all(
            same(a, b, tolerance) for a, b in zip(one_value, other, strict=True)
        )
    return bool(one_value == other)


def runs_here(made: Environment) -> list[str]:
    """Return the levels of the wheel that this CPU runs, the lowest first."""
    code = (
        "from hexapoda import core_build as c; import hexapoda._core as core; from pathlib import Path; "
        "print(*(b for b in c.builds([Path(core.__file__).parent]) if not c.missing(b, c.features())))"
    )
    done = subprocess.run([made.python, "-I", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def check_here(dist: Path, pythons: list[str]) -> None:
    """Check the sdist, and the wheels for this machine with each of the Pythons."""
    machine = platform.machine().lower()
    wheels = {python: one(dist, f"*-{tag(version_of(python))}-*{machine}.whl") for python in pythons}
    for wheel in sorted(set(wheels.values())):
        check_wheel(wheel)
    results: list[dict[str, Any]] = []
    for python in pythons:
        made = environment(WORK / "check", python, wheels[python])
        levels = runs_here(made)
        results.append(smoke(made, levels[-1]))
        if len(results) == 1:
            results += every_level(made, levels)
    from_source = environment(WORK / "check", pythons[0], one(dist, "*.tar.gz"), compiler=True)
    results.append(smoke(from_source, "native"))
    for other in results[1:]:
        compare(results[0], other)


def every_level(made: Environment, levels: list[str]) -> list[dict[str, Any]]:
    """Run the smoke test at the lower levels of this CPU, and as older CPUs if qemu is here."""
    results = [smoke(made, level, level) for level in levels[:-1]]
    smoke(made, levels[0], "baseline")
    if emulates_old_cpus() and shutil.which(OLD_EMULATOR):
        for cpu, level in OLD_CPUS.items():
            results.append(smoke(made, level, launcher=(OLD_EMULATOR, "-cpu", cpu)))
    return results


def check_aarch64(dist: Path, releases: list[str]) -> None:
    """Check the wheels for aarch64 with the Pythons of the releases of Debian."""
    results = []
    for release in releases:
        python = unpacked(release, WORK / "aarch64")
        wheel = one(dist, f"*-{tag(python.version)}-*_aarch64.whl")
        check_wheel(wheel)
        print(f"        Python {python.version[0]}.{python.version[1]} of {release}", flush=True)
        results.append(smoke(emulated(WORK / "check", python, wheel), "baseline"))
    for other in results[1:]:
        compare(results[0], other)


def emulates_old_cpus() -> bool:
    """Whether qemu can run the wheel for this machine as an older CPU."""
    return platform.machine() == "x86_64" and sys.platform == "linux"


def main() -> int:
    """Check the packages in dist/."""
    arguments = command_line(__doc__).parse_args()
    if arguments.aarch64 and (complaint := lacking()):
        print(complaint, file=sys.stderr)
        return 1
    dist = ROOT / "dist"
    WORK.mkdir(parents=True, exist_ok=True)
    try:
        if arguments.aarch64:
            check_aarch64(dist, arguments.aarch64)
            return 0
        check_sdist(one(dist, "*.tar.gz"))
        check_here(dist, arguments.python or [sys.executable])
    except (Failed, subprocess.CalledProcessError) as trouble:
        print(f"FAILED  {trouble}", file=sys.stderr)
        return 1
    if emulates_old_cpus() and not shutil.which(OLD_EMULATOR):
        print(
            f"MISSING {OLD_EMULATOR}: not tested as {' and '.join(OLD_CPUS)}; install it, on Debian with "
            "apt install qemu-user",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
