"""Print requirements from pyproject.toml, one per line: requirements.py build, or the name of an extra."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
pinned = {line.split("==")[0]: line for line in project["project"]["optional-dependencies"]["dev"]}
if sys.argv[1] == "build":
    print("\n".join(pinned[name] for name in ("scikit-build-core", "nanobind", "cmake", "ninja")))
else:
    print("\n".join(project["project"]["optional-dependencies"][sys.argv[1]]))
