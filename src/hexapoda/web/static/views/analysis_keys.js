/** What the keys do in the analysis. */

/** @param {import("./analysis.js").AnalysisView} view @param {import("../analysis/game_tree.js").GameTree} tree */
export function analysisKeys(view, tree) {
  const focus = (/** @type {string} */ selector) =>
    /** @type {HTMLElement | null} */ (view.querySelector(selector))?.focus();
  return {
    named: {
      ArrowLeft: () => view.go(tree.current.parent),
      ArrowRight: () => view.go(tree.ahead()),
      ArrowUp: () => view.go(tree.beside(-1)),
      ArrowDown: () => view.go(tree.beside(1)),
      Home: () => view.go(tree.root),
      End: () => view.go(tree.end()),
      Delete: () => view.removeStep(),
    },
    letters: {
      " ": () => view.best(),
      l: () => view.switchEngine(),
      f: () => view.flip(),
      a: () => {
        view.arrows = !view.arrows;
      },
      "?": () => view.openDialog("key-help"),
      o: () => view.openDialog("open-game"),
      b: () => /** @type {any} */ (view.querySelector("position-openings"))?.toggle(),
      "/": () => focus("#typed"),
      n: () => focus("step-note textarea"),
      ...Object.fromEntries(view.overlays.kinds.map((kind) => [kind.key, () => view.toggle(kind.id)])),
    },
  };
}
