/** The names of the keys, and what the commands of the keymap do. */

import { textsOf } from "../words.js";

export const words = textsOf("keys", {
  title: "Keys",
  marks: "On the board",
  keys: "On this page",
  close: "Close",
  boardKeys: "With the board in focus (Tab), the arrow keys move over its cells; Enter chooses.",
  settings: "The settings turn off all keys of one character, for speech input.",
  /** @type {Record<string, string>} */
  keyNames: {
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    " ": "Space",
    Escape: "Esc",
    Home: "Home",
    End: "End",
    Delete: "Delete",
    Ctrl: "Ctrl",
    Shift: "Shift",
    N: "Shift N",
  },
  /** @type {Record<import("../keymap.js").Command, string>} */
  commands: {
    back: "one move back",
    forward: "one move forward",
    before: "the variation before",
    after: "the variation after",
    first: "the start",
    last: "the end",
    next: "the next mistake, puzzle or lesson",
    previous: "the mistake before",
    undo: "undo",
    redo: "redo",
    hint: "a hint",
    retry: "try another move",
    best: "play the engine's best move",
    engine: "engine on or off",
    arrows: "arrows of the engine on or off",
    flip: "turn the board",
    openings: "openings in the library",
    field: "the field for a move or a search",
    comment: "write a comment",
    remove: "delete the move and what follows",
    open: "open a game",
    help: "this list",
    leave: "leave a field, or go back to the game",
  },
});
