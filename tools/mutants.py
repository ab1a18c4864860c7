"""Mutation sampling: changes random places of changed modules, and lists the changes that no test notices.

    mutants.py                                 modules changed since the last tag, or in the last 50 commits
    mutants.py --since HEAD~5 --count 40
    mutants.py src/hexapoda/text/line.py       these modules

Each mutant is tested by the test files nearest to its module, until the first failure. Files are not changed:
the tests load the mutant from a temporary file. A survivor is no proof of a gap in the tests: some mutants
behave like the original, and other tests may notice them.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.mutation import Mutation, mutations
from tools.nearest_tests import ROOT, module_name, nearest_tests

HOOK = ROOT / "tools" / "mutant_hook"
_COMMITS = 50
_FILES = 6
"""Test files for each module."""
_PASSED, _NO_TESTS = 0, 5
"""Exit codes of pytest."""
_LONGEST = 90.0
"""Seconds that the tests of a module may take without a mutant; slower files are left out."""


def changed_modules(since: str | None) -> list[Path]:
    """Return the modules of the package that differ from a commit, the working tree included."""
    commit = since or _last_tag() or _earlier()
    names = _git("diff", "--name-only", "--diff-filter=d", commit, "--", "src/hexapoda").splitlines()
    return [ROOT / name for name in names if name.endswith(".py") and "/migrations/" not in name]


def sample(modules: Sequence[Path], count: int, seed: int) -> Iterator[tuple[Path, Mutation]]:
    """Yield random mutations, each module in turn."""
    draw = random.Random(seed)
    rest = {path: mutations(path.read_text("utf-8")) for path in modules}
    for found in rest.values():
        draw.shuffle(found)
    order = draw.sample(sorted(rest), len(rest))
    while count and any(rest.values()):
        for path in order:
            if count and rest[path]:
                count -= 1
                yield path, rest[path].pop()


def run_tests(tests: Sequence[Path], deadline: float, mutant: str = "") -> int | None:
    """Return the exit code of pytest; None if the tests are not done in time."""
    environment = {**os.environ, "HEXAPODA_MUTANT": mutant, "PYTHONPATH": str(HOOK), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--timeout", "120"]
    command += ["-m", "not deep and not gpu"]
    try:
        done = subprocess.run(
            [*command, *map(str, tests)],
            cwd=ROOT,
            env=environment,
            timeout=deadline,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


@cache
def passing(path: Path) -> tuple[tuple[Path, ...], float]:
    """Return the tests nearest to a module that pass in time without a mutant, and the seconds they take."""
    kept, seconds = [], 0.0
    for test in nearest_tests(path, _FILES):
        began = time.monotonic()
        if run_tests([test], max(1.0, _LONGEST - seconds)) == _PASSED:
            kept.append(test)
            seconds += time.monotonic() - began
    return tuple(kept), seconds


def is_noticed(path: Path, mutation: Mutation) -> bool:
    """Return whether the nearest tests fail with a mutation; tests that do not end have noticed it."""
    tests, seconds = passing(path)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mutant.py")
        file.write_text(mutation.source, "utf-8")
        code = run_tests(tests, 20 + 3 * seconds, f"{module_name(path)}:{file}")
        return code not in (_PASSED, _NO_TESTS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program. Returns the exit code: 0, 2 without modules, or 130 after Ctrl+C."""
    parser = argparse.ArgumentParser(description="Mutation sampling of changed modules.")
    parser.add_argument("modules", nargs="*", type=Path)
    parser.add_argument("--since", metavar="COMMIT", help="the commit from which on modules count as changed")
    parser.add_argument("--count", type=int, default=60, help="the number of mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30, help="the time after which no mutant begins")
    given = parser.parse_args(arguments)
    modules = [path.resolve() for path in given.modules] or changed_modules(given.since)
    if not modules:
        print("no module has changed", file=sys.stderr)
        return 2
    end = time.monotonic() + 60 * given.minutes
    counts = {True: 0, False: 0}
    code = 0
    try:
        for path, mutation in sample(modules, given.count, given.seed):
            if time.monotonic() > end:
                break
            name = path.relative_to(ROOT)
            if not passing(path)[0]:
                print(f"no tests  {name}", flush=True)
                continue
            noticed = is_noticed(path, mutation)
            counts[noticed] += 1
            if not noticed:
                print(
                    f"survived  {name}:{mutation.line}: {mutation.before}  ->  {mutation.after}", flush=True
                )
    except KeyboardInterrupt:
        code = 130
    print(f"{counts[True]} of {sum(counts.values())} mutants were noticed, {counts[False]} survived")
    return code


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def _last_tag() -> str:
    return _git("tag", "--merged", "HEAD", "--sort=-creatordate").partition("\n")[0]


def _earlier() -> str:
    """Return the commit that is `_COMMITS` back, or the first one."""
    return _git("rev-list", f"--max-count={_COMMITS + 1}", "--first-parent", "HEAD").split()[-1]


if __name__ == "__main__":
    sys.exit(main())
