/** Scrolls the board, or an item of a list, into view. */

/**
 * Scroll back to the board if the visitor has scrolled past most of it, as on a phone, where the buttons are below it.
 * @param {HTMLElement} view
 */
export function bringBoardIntoView(view) {
  const box = view.querySelector(".board-box"),
    place = box?.getBoundingClientRect();
  if (box && place && place.bottom < place.height / 2) box.scrollIntoView({ block: "start" });
}

/**
 * Scroll an item of a list into view. Unlike `scrollIntoView`, this never scrolls the page.
 * @param {Element} list @param {Element} item @param {number} [margin] how far it must be from the edges, in pixels
 * @returns {boolean} whether the list has scrolled
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
