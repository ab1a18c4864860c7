"""Which build of the core is chosen. No machine is a CPU of every level, so these tests use made-up CPUs."""

import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from hexapoda import core_build
from hexapoda._cpu import features
from hexapoda.cli import doctor
from hexapoda.core_build import BASELINE, LEVELS, builds, choose, level_of, missing
from hexapoda.errors import CoreUnavailable, HexapodaError

ROOT = Path(__file__).parent.parent
WHEEL = ["x86-64-v2", "x86-64-v3", "avx512"]
NEHALEM, HASWELL, ZEN_4 = (LEVELS[level] for level in WHEEL)
SKYLAKE_X = HASWELL | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
PRESCOTT = frozenset({"pni", "cx16", "lahf_lm"})

MACROS = {
    "pni": "SSE3",
    "ssse3": "SSSE3",
    "sse4_1": "SSE4_1",
    "sse4_2": "SSE4_2",
    "popcnt": "POPCNT",
    "lahf_lm": "LAHF_SAHF",
    "abm": "LZCNT",
    "avx": "AVX",
    "avx2": "AVX2",
    "bmi1": "BMI",
    "bmi2": "BMI2",
    "f16c": "F16C",
    "fma": "FMA",
    "movbe": "MOVBE",
    "avx512f": "AVX512F",
    "avx512bw": "AVX512BW",
    "avx512cd": "AVX512CD",
    "avx512dq": "AVX512DQ",
    "avx512vl": "AVX512VL",
    "avx512ifma": "AVX512IFMA",
    "avx512vbmi": "AVX512VBMI",
    "avx512_vbmi2": "AVX512VBMI2",
    "avx512_vnni": "AVX512VNNI",
    "avx512_bitalg": "AVX512BITALG",
    "avx512_vpopcntdq": "AVX512VPOPCNTDQ",
}
"""The macro that a compiler defines for each feature; the macro of `cx16` has another form."""
OTHERS = ["SSE4A", "FMA4", "AES", "PCLMUL", "SHA", "ADX", "GFNI", "VAES", "AVX512BF16", "AVX512FP16"]


@pytest.mark.parametrize(
    ("cpu", "wanted", "level"),
    [
        (NEHALEM, "", "x86-64-v2"),
        (HASWELL, "", "x86-64-v3"),
        (HASWELL - {"fma"}, "", "x86-64-v2"),
        (SKYLAKE_X, "", "x86-64-v3"),
        (ZEN_4, "", "avx512"),
        (ZEN_4 - {"avx512vbmi"}, "", "x86-64-v3"),
        (ZEN_4, BASELINE, "x86-64-v2"),
        (ZEN_4, "x86-64-v3", "x86-64-v3"),
        (HASWELL, "x86-64-v3", "x86-64-v3"),
    ],
)
def test_the_highest_level_that_runs_or_the_one_wanted_is_loaded(
    cpu: frozenset[str], wanted: str, level: str
) -> None:
    assert choose(WHEEL, cpu, wanted) == level


@pytest.mark.parametrize("single", ["native", BASELINE])
def test_a_single_build_runs_everywhere(single: str) -> None:
    assert choose([single], frozenset()) == single
    assert choose([single], frozenset(), BASELINE) == single
    assert choose([single], frozenset(), single) == single


@pytest.mark.parametrize(
    ("cpu", "wanted", "message"),
    [
        (ZEN_4, "avx2", "HEXAPODA_CPU is 'avx2': expected baseline or x86-64-v2 or x86-64-v3 or avx512"),
        (NEHALEM, "AVX512", "HEXAPODA_CPU is 'AVX512': expected baseline or x86-64-v2"),
        (
            HASWELL - {"fma", "bmi2"},
            "x86-64-v3",
            "HEXAPODA_CPU is 'x86-64-v3', but this CPU lacks bmi2, fma: expected baseline or x86-64-v2",
        ),
        (
            PRESCOTT,
            "",
            "this CPU lacks popcnt, sse4_1, sse4_2, ssse3, which every build of this package needs",
        ),
        (PRESCOTT, BASELINE, "this CPU lacks popcnt, sse4_1, sse4_2, ssse3"),
    ],
)
def test_what_cannot_be_loaded_is_refused(cpu: frozenset[str], wanted: str, message: str) -> None:
    with pytest.raises(CoreUnavailable, match=re.escape(message)) as caught:
        choose(WHEEL, cpu, wanted)
    assert isinstance(caught.value, ImportError) and isinstance(caught.value, HexapodaError)


def test_a_package_without_a_core_says_so(tmp_path: Path) -> None:
    assert builds([tmp_path, tmp_path / "not there"]) == {}
    with pytest.raises(CoreUnavailable, match="the compiled core is missing"):
        core_build.load("hexapoda._core", [str(tmp_path)])


def test_builds_are_found_in_order(tmp_path: Path) -> None:
    for name in ("avx512", "x86_64_v3", "x86_64_v2", "other"):
        (tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    for name in ("native.py", "native.txt", "hive.pyi"):
        (tmp_path / name).touch()
    found = builds([tmp_path])
    assert list(found) == WHEEL
    assert {level_of(path) for path in found.values()} == set(WHEEL)


def test_levels_contain_each_other() -> None:
    assert LEVELS[BASELINE] == LEVELS["native"] == frozenset()
    assert NEHALEM < HASWELL < ZEN_4
    assert missing("x86-64-v3", NEHALEM) == sorted(HASWELL - NEHALEM)


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="only Linux lists the features of a CPU")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="only x86-64 has levels")
def test_the_features_are_those_that_the_system_lists() -> None:
    listed = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    assert listed is not None
    assert features() == LEVELS["avx512"] & set(listed[1].split())


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only x86-64 has levels")
@pytest.mark.parametrize("level", WHEEL)
def test_a_level_needs_what_its_core_is_compiled_for(level: str) -> None:
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("no compiler")
    build_file = (ROOT / "CMakeLists.txt").read_text("utf-8")
    flags = re.search(rf"set\(flags_{re.escape(level)} ([^)]*)\)", build_file)
    assert flags is not None
    done = subprocess.run(
        [compiler, *flags[1].split(), "-dM", "-E", "-x", "c++", os.devnull],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    defined = set(re.findall(r"^#define (\w+) ", done.stdout, re.MULTILINE))
    assert {name for name, macro in MACROS.items() if f"__{macro}__" in defined} == LEVELS[level] - {"cx16"}
    assert "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_16" in defined
    assert not {f"__{macro}__" for macro in OTHERS} & defined
    assert set(MACROS) | {"cx16"} == LEVELS["avx512"]


def test_the_loaded_core_takes_the_name_of_the_package() -> None:
    import hexapoda._core as core
    from hexapoda.hive import Position

    assert core.__name__ == "hexapoda._core" and level_of(str(core.__file__)) in LEVELS
    assert "-march" in core.build_info() or platform.machine() != "x86_64"
    move = Position("Base").legal_moves[0]
    assert type(move).__module__ == "hexapoda._core.hive"
    code = f"import pickle, hexapoda.hive; print(pickle.loads({pickle.dumps(move)!r}))"
    assert printed(code).stdout == f"{move}\n"


def test_a_wrong_level_ends_in_a_message() -> None:
    done = printed("from hexapoda.cli.app import main; main()", "perft", "hive", "--depth", "1", cpu="486")
    assert done.returncode == 2
    assert done.stderr.startswith("hexapoda: HEXAPODA_CPU is '486': expected baseline or ")


def test_doctor_names_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_CPU", BASELINE)
    [row] = doctor._cpu_level()
    assert row.status == "ok" and re.match(r"\S+ in use \(set by HEXAPODA_CPU\); built: \S", row.detail)
    done = printed("from hexapoda.cli import doctor; print(*doctor._core(), *doctor._cpu_level())", cpu="486")
    assert "HEXAPODA_CPU is '486': expected baseline" in done.stdout and "unset HEXAPODA_CPU" in done.stdout


def printed(code: str, *words: str, cpu: str = "") -> subprocess.CompletedProcess[str]:
    """Run code in a separate Python process."""
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "HEXAPODA_CPU": cpu},
    )
