"""What axe-core finds wrong with a page."""

from __future__ import annotations

from importlib import resources
from typing import Any

__all__ = ["violations"]

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
OPTIONS = f"{{ runOnly: {RULES}, resultTypes: ['violations'] }}"
"""What it finds right is several times as much, and is not told."""
RUN = f"""async () => {{
  const {{ violations }} = await axe.run(document, {OPTIONS});
  const small = violations.find((one) => one.id === "target-size");
  if (small) {{
    // What lies half below a bar that stays in view is judged where a person would touch it.
    const kept = [];
    for (const node of small.nodes) {{
      const target = document.querySelector(node.target[0]);
      target.scrollIntoView({{ block: "center", inline: "center" }});
      const again = await axe.run(target, {{ runOnly: ["target-size"], resultTypes: ["violations"] }});
      if (again.violations.length) kept.push(node);
    }}
    small.nodes = kept;
  }}
  return violations;
}}"""


def violations(page: Any) -> list[str]:
    """What axe-core finds wrong, a line for each rule and element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(RUN)
    return [
        f"{page.url}: {one['id']}: {one['help']}: {node['html'][:120]}"
        for one in found
        for node in one["nodes"]
    ]
