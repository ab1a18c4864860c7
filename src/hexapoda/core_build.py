"""Chooses and loads the build of the compiled core for this CPU.

A source build has one core, compiled for the current machine. A wheel has one core for each CPU level. The
highest level that runs here is loaded, or the level named by the environment variable `HEXAPODA_CPU`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType

from hexapoda.errors import CoreUnavailable

__all__ = ["BASELINE", "LEVELS", "VARIABLE", "builds", "choose", "features", "level_of", "load", "missing"]

VARIABLE = "HEXAPODA_CPU"
BASELINE = "baseline"
"""The lowest level; as the value of `HEXAPODA_CPU`, the lowest level that was built and runs here."""

_V2 = frozenset(["cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"])
_V3 = _V2 | {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}
_V4 = _V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
_AVX512 = _V4 | {
    "avx512ifma",
    "avx512vbmi",
    "avx512_vbmi2",
    "avx512_vnni",
    "avx512_bitalg",
    "avx512_vpopcntdq",
}
LEVELS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        BASELINE: frozenset[str](),
        "native": frozenset[str](),
        "x86-64-v2": _V2,
        "x86-64-v3": _V3,
        "avx512": _AVX512,
    }
)
"""The CPU features that each level needs, lowest level first.

A wheel for an architecture without levels has only `baseline`, a source build only `native`.
"""


def builds(folders: Iterable[str | Path]) -> dict[str, Path]:
    """Return the file of each build in the folders, by level, lowest level first."""
    found = {}
    for folder in map(Path, folders):
        for file in folder.iterdir() if folder.is_dir() else ():
            if file.name.endswith(tuple(EXTENSION_SUFFIXES)):
                found[level_of(file)] = file
    return {level: found[level] for level in LEVELS if level in found}


def level_of(file: str | Path) -> str:
    """Return the level of a build from its file name."""
    return Path(file).name.partition(".")[0].replace("_", "-")


def features() -> frozenset[str]:
    """Return the features of this CPU and operating system that a level may need."""
    from hexapoda._cpu import features

    return features()


def missing(level: str, offered: frozenset[str]) -> list[str]:
    """Return the features that a level needs and the CPU lacks, sorted."""
    return sorted(LEVELS[level] - offered)


def choose(built: Sequence[str], offered: frozenset[str], wanted: str = "") -> str:
    """Return the level to load: the requested one, or the highest that runs.

    Args:
        built: the levels to choose from, the lowest first.
        offered: the features of the CPU.
        wanted: the value of `HEXAPODA_CPU`, a level or `baseline`; empty for the highest.

    Raises:
        CoreUnavailable: there is no build, no build runs on this CPU, or the requested one does not.
    """
    if not built:
        raise CoreUnavailable("the compiled core is missing: reinstall hexapoda, or run make build")
    runs = [level for level in built if not missing(level, offered)]
    if not runs:
        lacks = ", ".join(missing(built[0], offered))
        raise CoreUnavailable(
            f"this CPU lacks {lacks}, which every build of this package needs; "
            "a build from source runs on any CPU: pip install --no-binary hexapoda hexapoda"
        )
    if not wanted:
        return runs[-1]
    if wanted == BASELINE:
        return runs[0]
    expected = f"expected {' or '.join(dict.fromkeys((BASELINE, *runs)))}"
    if wanted not in built:
        raise CoreUnavailable(f"{VARIABLE} is {wanted!r}: {expected}")
    if wanted not in runs:
        lacks = ", ".join(missing(wanted, offered))
        raise CoreUnavailable(f"{VARIABLE} is {wanted!r}, but this CPU lacks {lacks}: {expected}")
    return wanted


def load(name: str, folders: Iterable[str]) -> None:
    """Load the build for this CPU as the module `name`, replacing the package that is being imported.

    Raises:
        CoreUnavailable: no build can be chosen, or this is not the main interpreter of the process.
    """
    if not _in_main_interpreter():  # in a subinterpreter, Python would hang at exit
        raise CoreUnavailable("the compiled core runs only in the main interpreter: use threads or processes")
    built = builds(folders)
    # A source build was compiled for this machine, so the CPU's features need not be queried.
    offered = features() if any(LEVELS[level] for level in built) else frozenset[str]()
    path = built[choose(list(built), offered, os.environ.get(VARIABLE, ""))]
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None, path
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    # This comes last: other threads may use the module as soon as it is in `sys.modules`.
    sys.modules[name] = module


def _in_main_interpreter() -> bool:
    """Return whether this is the main interpreter of the process; Python has no public function for this."""
    for name in ("_interpreters", "_xxsubinterpreters"):  # the second is the name up to Python 3.12
        try:
            interpreters = import_module(name)
        except ImportError:
            continue
        return bool(interpreters.get_current() == interpreters.get_main())
    return True
