/** The keyboard commands of the analysis. */

import { focusField } from "./view_keys.js";

/** @param {import("./analysis.js").AnalysisView} view @param {import("../analysis/game_tree.js").GameTree} tree */
export const analysisCommands = (view, tree) => ({
  back: () => view.go(tree.current.parent),
  forward: () => view.go(tree.ahead()),
  before: () => view.go(tree.beside(-1)),
  after: () => view.go(tree.beside(1)),
  first: () => view.go(tree.root),
  last: () => view.go(tree.end()),
  best: () => view.best(),
  engine: () => view.switchEngine(),
  deeper: () => view.thinking.more(),
  arrows: () => {
    view.arrows = !view.arrows;
  },
  flip: () => view.flip(),
  openings: () => view.querySelector("position-openings")?.toggle(),
  field: () => focusField(view, "#typed"),
  comment: () => focusField(view, "step-note textarea"),
  remove: () => view.removeStep(),
  open: () => view.openDialog("open-game"),
});
