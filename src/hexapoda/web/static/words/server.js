/** The texts about the server: that it does not run, and that it is a new one. */

import { textsOf } from "../words.js";

export const words = textsOf("server", {
  stopped: "The server is not running.",
  start: (/** @type {unknown} */ command) => ["Start it with ", command, ": this page goes on by itself."],
  silent: "The server does not answer. Trying again…",
  onlyHere: (/** @type {unknown} */ command) => [
    "Only browsers on this computer can open this link. For a phone or another computer in your network, end the server with Ctrl+C and start ",
    command,
    ". Your games go on there, and this link is then one for all devices.",
  ],
  updated: "A new version of Hexapoda is running.",
  reload: "Reload the page",
});
