"""What axe-core finds wrong with a page."""

from __future__ import annotations

from importlib import resources
from typing import Any

__all__ = ["violations"]

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
OPTIONS = f"{{ runOnly: {RULES}, resultTypes: ['violations'] }}"
"""What it finds right is several times as much, and is not told."""


def violations(page: Any) -> list[str]:
    """What axe-core finds wrong, a line for each rule and element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(f"() => axe.run(document, {OPTIONS}).then((found) => found.violations)")
    return [
        f"{page.url}: {one['id']}: {one['help']}: {node['html'][:120]}"
        for one in found
        for node in one["nodes"]
    ]
