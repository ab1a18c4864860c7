/** The texts about the server: that it does not run, and that it is a new one. */

import { textsOf } from "../words.js";

export const words = textsOf("server", {
  stopped: "The server is not running.",
  start: (/** @type {unknown} */ command) => ["Start it with ", command, ": this page goes on by itself."],
  silent: "The server does not answer. Trying again…",
  onlyHere:
    "Others cannot open this link yet: the server is for this computer only. To let them in, start it with --host, and open this page at its address in the network.",
  updated: "A new version of Hexapoda is running.",
  reload: "Reload the page",
});
