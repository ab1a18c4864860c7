"""Loads one module of the package from another source: a mutant, for `tools/mutants.py`.

Python imports this at its start if the folder is in PYTHONPATH, so it also acts in the processes that tests
start. HEXAPODA_MUTANT has the name of the module and, after a colon, the file with its source.
"""

import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType

MODULE, _, FILE = os.environ.get("HEXAPODA_MUTANT", "").partition(":")


class MutantLoader(importlib.machinery.SourceFileLoader):
    """Compiles the mutant under the path of the module, without the cache of bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the mutant."""
        code = compile(Path(FILE).read_text("utf-8"), self.path, "exec", dont_inherit=True)
        assert isinstance(code, CodeType)
        return code


class MutantFinder(importlib.abc.MetaPathFinder):
    """Finds the module where the other finders do."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the module's own place with the loader of the mutant; None for all other modules."""
        if fullname != MODULE:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None and spec.origin is not None:
                spec.loader = MutantLoader(fullname, spec.origin)
                return spec
        return None


if MODULE:
    sys.meta_path.insert(0, MutantFinder())
