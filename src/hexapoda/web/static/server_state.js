/**
 * Whether the server is running, and whether it still serves the version of the page that is loaded.
 *
 * Requests and sockets report their success or failure here. While the server does not answer, it is polled.
 * Each change fires `server` on the window, with the state as `detail`.
 *
 * @typedef {"up" | "down" | "new"} ServerState `new`: the server has another version of the page's files, and its
 *   modules must not be mixed with the loaded ones
 */

const BUILD = "x-hexapoda-build";
const PAUSES = [1000, 1000, 2000, 3000, 5000]; // milliseconds before each attempt

/** @type {ServerState} */
let state = "up";
/** The version of the loaded page. @type {string | null} */
let build = null;
let attempts = 0;
let timer = 0;

export const serverState = () => state;

/** Note that the server has answered. @param {Response} response */
export function noteResponse(response) {
  const now = response.headers.get(BUILD);
  if (build && !now) return noteFailure(); // another program is using the port
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

/** Ask the server whether it is running, for example after a socket has closed. Return its state. */
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
