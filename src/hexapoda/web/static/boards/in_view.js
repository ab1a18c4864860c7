/** That a board which shows something new is in view: on a phone, what a reader presses stands below it. */

/** @param {HTMLElement} view */
export function bringBoardIntoView(view) {
  const box = view.querySelector(".board-box");
  if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: "start" });
}
