"""Write the type stubs of the compiled core; with --check, say whether the committed ones are up to date."""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent / "src" / "hexapoda" / "_core"


def generate(folder: Path) -> dict[str, str]:
    """Return the stubs by file name."""
    options = ["-q", "-P", "-m", "hexapoda._core", "-r", "-O", str(folder)]
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", *options], check=True)
    return {path.name: path.read_text("utf-8") for path in folder.rglob("*.pyi")}


def main() -> int:
    """Write the stubs, or check them."""
    with tempfile.TemporaryDirectory() as folder:
        stubs = generate(Path(folder))
    if "--check" in sys.argv:
        stale = [name for name, text in stubs.items() if text != (HERE / name).read_text("utf-8")]
        if stale:
            print(f"stubs out of date: {', '.join(stale)}; run make stubs", file=sys.stderr)
        return 1 if stale else 0
    for name, text in stubs.items():
        (HERE / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
