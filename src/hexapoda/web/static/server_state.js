/**
 * Whether the server is running, and whether it still has the version that this page came from.
 *
 * Requests and sockets report their success or failure here. While the server does not answer, it is polled.
 * Each change fires `server` on the window, with the state as `detail`.
 *
 * @typedef {"up" | "down" | "new"} ServerState `new`: another version of the page's files, whose modules must not be
 *   mixed with those that are loaded
 */

const BUILD = "x-hexapoda-build";
const PAUSES = [1000, 1000, 2000, 3000, 5000]; // milliseconds before each attempt

/** @type {ServerState} */
let state = "up";
/** The version that this page came from. @type {string | null} */
let build = null;
let attempts = 0;
let timer = 0;

export const serverState = () => state;

/** Note that the server has answered. @param {Response} response */
export function noteResponse(response) {
  const now = response.headers.get(BUILD);
  if (build && !now) return noteFailure(); // another program has the port
  build ??= now;
  clearTimeout(timer);
  timer = attempts = 0;
  change(now === build ? "up" : "new");
}

/** Note that the server has not answered, and ask again later. */
export function noteFailure() {
  change("down");
  if (timer) return;
  timer = setTimeout(
    () => {
      timer = 0;
      askServer();
    },
    PAUSES[Math.min(attempts, PAUSES.length - 1)],
  );
  attempts += 1;
}

/** Ask the server whether it is running, as after a socket was closed. Return its state. */
export async function askServer() {
  try {
    noteResponse(await fetch("icon.svg", { cache: "no-store" }));
  } catch {
    noteFailure();
  }
  return state;
}

/** @param {ServerState} now */
function change(now) {
  if (now === state) return;
  state = now;
  dispatchEvent(new CustomEvent("server", { detail: state }));
}
