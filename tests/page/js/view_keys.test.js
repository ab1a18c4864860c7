import { KEYMAP } from "/keymap.js";
import { changeSettings } from "/settings.js";
import { ViewKeys } from "/views/view_keys.js";
import { equal, test } from "./cases.js";

/** Run with the keys of a view; `press` dispatches a key at an element and says whether the page took it. */
function withKeys(commands, run, board) {
  /** @type {ViewKeys[]} */
  const controllers = [];
  new ViewKeys({ addController: (one) => controllers.push(one) }, () => commands, board);
  const [keys] = controllers;
  keys.hostConnected();
  const press = (target, key, modifiers = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  try {
    run(press);
  } finally {
    keys.hostDisconnected();
  }
}

/** An element on the page that has the focus, by Tab or by the mouse. */
function focused(text, byMouse = false) {
  const box = document.createElement("div");
  box.innerHTML = text;
  document.body.append(box);
  const element = box.querySelector("[tabindex], input, button, textarea, select");
  if (byMouse) element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  element.focus();
  element.dispatchEvent(new FocusEvent("focusin", { bubbles: true })); // a page in the background sends none
  if (byMouse) element.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
  return element;
}

const BOARD = '<svg class="surface" tabindex="0"></svg>';

test("no key has two commands", () => {
  equal(new Set(Object.values(KEYMAP)).size, Object.keys(KEYMAP).length);
});

test("a key does what the map says, and is free if the view does nothing", () => {
  const done = [];
  withKeys({ flip: () => done.push("flip"), hint: () => false }, (press) => {
    equal(
      [press(document.body, "f"), press(document.body, "h"), press(document.body, "x")],
      [true, false, false],
    );
  });
  equal(done, ["flip"]);
});

test("keys with modifiers belong to the browser unless the map names them", () => {
  const done = [];
  withKeys(
    { flip: () => done.push("flip"), undo: () => done.push("undo"), redo: () => done.push("redo") },
    (press) => {
      equal(
        [press(document.body, "f", { ctrlKey: true }), press(document.body, "f", { altKey: true })],
        [false, false],
      );
      press(document.body, "z", { ctrlKey: true });
      press(document.body, "Z", { metaKey: true, shiftKey: true });
      press(document.body, "z");
    },
  );
  equal(done, ["undo", "redo"]);
});

test("a board that was reached with Tab keeps its own keys, and passes on the others", () => {
  const done = [];
  withKeys(
    { back: () => done.push("back"), undo: () => done.push("undo"), flip: () => done.push("flip") },
    (press) => {
      const board = focused(BOARD);
      board.addEventListener("keydown", (event) => {
        if (event.key === "ArrowLeft") event.preventDefault();
      });
      press(board, "ArrowLeft");
      equal(press(board, "z", { ctrlKey: true }), true);
      equal(press(board, "f"), true);
    },
  );
  equal(done, ["undo", "flip"]);
});

test("after a click on a board the arrows go through the game", () => {
  const done = [];
  withKeys({ back: () => done.push("back") }, (press) => {
    const board = focused(BOARD, true);
    board.addEventListener("keydown", () => done.push("board"));
    press(board, "ArrowLeft");
  });
  equal(done, ["back"]);
});

test("fields keep their keys, and Escape leaves them", () => {
  const done = [];
  withKeys(
    { flip: () => done.push("flip"), undo: () => done.push("undo"), back: () => done.push("back") },
    (press) => {
      for (const text of ["<input>", "<textarea></textarea>", "<select></select>"]) {
        const field = focused(text);
        equal(
          [press(field, "f"), press(field, "z", { ctrlKey: true }), press(field, "ArrowLeft")],
          [false, false, false],
        );
      }
      const field = focused("<input>");
      press(field, "Escape");
      equal(document.activeElement, document.body);
    },
  );
  equal(done, []);
});

test("a choice keeps the arrows only if it was reached with Tab, and never the letters", () => {
  const done = [];
  withKeys({ next: () => done.push("next"), forward: () => done.push("forward") }, (press) => {
    press(focused('<input type="radio">'), "ArrowRight");
    press(document.activeElement ?? document.body, "n");
    press(focused('<input type="radio">', true), "ArrowRight");
  });
  equal(done, ["next", "forward"]);
});

test("a button that was reached with Tab keeps its space bar", () => {
  const done = [];
  withKeys({ best: () => done.push("best") }, (press) => {
    press(focused("<button></button>"), " ");
    press(focused("<button></button>", true), " ");
  });
  equal(done, ["best"]);
});

test("letters show what the board offers", () => {
  const shown = [];
  const board = () => ({
    marks: [{ id: "pinned", key: "p", name: "", about: "" }],
    show: (id) => shown.push(id),
  });
  withKeys({}, (press) => press(document.body, "p"), board);
  equal(shown, ["pinned"]);
});

test("the settings turn keys of one character off", () => {
  const done = [];
  withKeys(
    { flip: () => done.push("flip"), back: () => done.push("back"), best: () => done.push("best") },
    (press) => {
      changeSettings({ keys: false });
      press(document.body, "f");
      press(document.body, "ArrowLeft");
      changeSettings({ keys: true });
      press(document.body, "f");
    },
  );
  equal(done, ["back", "flip"]);
});

test("the help lists the commands of the view", () => {
  let detail = null;
  addEventListener("key-help", (event) => (detail = event.detail), { once: true });
  withKeys({ flip: () => {}, back: () => {} }, (press) => press(document.body, "?"));
  equal(detail, { commands: ["back", "flip", "help"], marks: [] });
});
