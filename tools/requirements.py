"""Print requirements from pyproject.toml, one per line.

requirements.py build     the tools that compile the package
requirements.py lowest    the lowest versions that the package allows, and what its tests need
requirements.py EXTRA     an extra
"""

import re
import sys
import tomllib
from pathlib import Path

OF_TESTS = ("hypothesis", "jsonschema-rs", "pexpect", "pillow", "playwright", "pyte", "pytest")
"""What tests need beside the package. Other tools of `dev` do not accept its lowest versions."""
OLD_CLIENT = "httpx==0.28.1"
"""What the test client of the lowest version of FastAPI needs in the place of httpx2."""
FOR_LOWEST = ("cluster", "envs", "onnx", "openspiel", "parquet", "pictures", "postgres")
"""The extras whose lowest versions are tried; not PyTorch, which is too large to install twice."""

file = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
extras = file["project"]["optional-dependencies"]
pinned = {line.split("==")[0]: line for line in extras["dev"]}


def lowest() -> list[str]:
    """Return what the package needs, in the lowest versions that it allows, and what its tests need."""
    allowed = file["project"]["dependencies"] + [line for name in FOR_LOWEST for line in extras[name]]
    lines = {re.split(r"[\[>=]", line)[0]: re.sub(r">=([^,]+).*", r"==\1", line) for line in allowed}
    return list(({name: line for name, line in pinned.items() if name.startswith(OF_TESTS)} | lines).values())


def main() -> None:
    """Print the requirements that the first argument names."""
    build = [pinned[name] for name in ("scikit-build-core", "nanobind", "cmake", "ninja")]
    match sys.argv[1]:
        case "build":
            lines = build
        case "lowest":
            lines = [*lowest(), OLD_CLIENT, *build]
        case extra:
            lines = extras[extra]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
