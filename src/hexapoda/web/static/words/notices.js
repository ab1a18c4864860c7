/** The texts about emails when it is the visitor's turn. */

import { textsOf } from "../words.js";

export const words = textsOf("notices", {
  title: "Emails when it is your turn",
  about:
    "You get one email per turn in games between people, unless you have the game open or it is played with a live clock.",
  address: "Email address",
  privacy:
    "The address is used for nothing else, no other player sees it, and it is deleted with everything that is yours. Every email has a link to unsubscribe.",
  give: "Send me a link to confirm",
  sent: (/** @type {string} */ address) =>
    `An email is on its way to ${address}. Open the link in it within two days; no other emails are sent until then.`,
  on: (/** @type {string} */ address) => `Emails go to ${address}.`,
  remove: "Delete the address",
  deleted: "The address is deleted.",
  impossible: "This server sends no emails.",
  asks: {
    confirm: "Do you want an email when it is your turn?",
    block: "Block this address, so that this server never sends email to it again?",
  },
  agree: { confirm: "Yes, send emails", block: "Block this address" },
  done: {
    confirm: "From now on you get an email when it is your turn.",
    stop: "You get no more emails.",
    block: "This server never sends email to this address again.",
  },
});
