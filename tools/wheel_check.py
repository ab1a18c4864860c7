"""Check the sdist and the wheel of dist/: install them in clean environments and run the smoke test in each.

The wheel runs at every level that this CPU supports, and under qemu as a CPU of each lower level. All levels
must give the same results, including the order of moves. Only sums of floating-point numbers may differ in
their last digits: FMA rounds a product and a sum once, the lowest level rounds twice.
"""

import argparse
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SMOKE = ROOT / "tests" / "wheel" / "smoke.py"
EMULATOR = "qemu-x86_64"
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


def environment(folder: Path, package: Path) -> Path:
    """Make a clean environment with the package in it and return its Python."""
    venv.create(folder, clear=True, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = ["-m", "pip", "--disable-pip-version-check", "install", "-q", str(package)]
    subprocess.run([python, *install], check=True, cwd=folder)
    return python


def smoke(python: Path, level: str, wanted: str = "", launcher: tuple[str, ...] = ()) -> dict[str, Any]:
    """Run the smoke test and return its results."""
    words = [*launcher, str(python), "-I", str(SMOKE), "--json", "--level", level]
    if launcher:
        words += ["--launcher", " ".join(launcher)]
    variables = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "HEXAPODA_"))
    }
    if wanted:
        variables["HEXAPODA_CPU"] = wanted
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=1800, check=False, env=variables, cwd=python.parent
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


def runs_here(python: Path) -> list[str]:
    """Return the levels of the wheel that this CPU runs, the lowest first."""
    code = (
        "from hexapoda import core_build as c; import hexapoda._core as core; from pathlib import Path; "
        "print(*(b for b in c.builds([Path(core.__file__).parent]) if not c.missing(b, c.features())))"
    )
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def main() -> int:
    """Check the packages in dist/."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "wheel-check")
    arguments = parser.parse_args()
    emulates = platform.machine() == "x86_64" and sys.platform == "linux"
    emulator = shutil.which(EMULATOR)
    try:
        check_sdist(one(arguments.folder, "*.tar.gz"))
        check_wheel(one(arguments.folder, "*.whl"))
        python = environment(arguments.work / "wheel", one(arguments.folder, "*.whl"))
        levels = runs_here(python)
        results = [smoke(python, levels[-1])]
        results += [smoke(python, level, level) for level in levels[:-1]]
        smoke(python, levels[0], "baseline")
        if emulates and emulator:
            for cpu, level in OLD_CPUS.items():
                results.append(smoke(python, level, launcher=(emulator, "-cpu", cpu)))
        for other in results[1:]:
            compare(results[0], other)
        from_source = environment(arguments.work / "sdist", one(arguments.folder, "*.tar.gz"))
        compare(results[0], smoke(from_source, "native"))
    except Failed as trouble:
        print(f"FAILED  {trouble}", file=sys.stderr)
        return 1
    if emulates and not emulator:
        print(
            f"MISSING {EMULATOR}: not tested as {' and '.join(OLD_CPUS)}; install it, on Debian with "
            "apt install qemu-user",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
