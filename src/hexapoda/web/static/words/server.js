/** The texts about the server: whether it is running, whether it is new, and which devices can reach it. */

import { textsOf } from "../words.js";

export const words = textsOf("server", {
  stopped: "The server is not running.",
  start: (/** @type {unknown} */ command) => [
    "Start it with ",
    command,
    ": this page will then continue by itself.",
  ],
  silent: "The server does not answer. Trying again…",
  onlyHere: (/** @type {unknown} */ command) => [
    "Only browsers on this computer can open this link. For a phone or another computer in your network, stop the server with Ctrl+C and start ",
    command,
    ". Your games continue there, and the links that you copy there work on every device.",
  ],
  updated: "A new version of Hexapoda is running.",
  reload: "Reload the page",
});
