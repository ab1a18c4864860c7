/** That what the reader looks for is in view. */

/** Show a board that a reader has scrolled past: on a phone, what is pressed stands below it. @param {HTMLElement} view */
export function bringBoardIntoView(view) {
  const box = view.querySelector(".board-box"),
    place = box?.getBoundingClientRect();
  if (box && place && place.bottom < place.height / 2) box.scrollIntoView({ block: "start" });
}

/**
 * Bring an item of a list that scrolls into view. The page stays, unlike with `scrollIntoView`.
 * @param {Element} list @param {Element} item @param {number} [margin] how far it must be from the edges, in pixels
 * @returns {boolean} whether the list has moved
 */
export function keepInView(list, item, margin = 0) {
  const box = list.getBoundingClientRect(),
    own = item.getBoundingClientRect(),
    before = list.scrollTop + list.scrollLeft;
  if (own.top < box.top + margin || own.bottom > box.bottom - margin)
    list.scrollTop += own.top - box.top - (box.height - own.height) / 2;
  if (own.left < box.left + margin || own.right > box.right - margin)
    list.scrollLeft += own.left - box.left - (box.width - own.width) / 2;
  return list.scrollTop + list.scrollLeft !== before;
}
