/** The texts about the emails that tell visitors that it is their turn. */

import { textsOf } from "../words.js";

export const words = textsOf("notices", {
  title: "Emails when it is your turn",
  about:
    "You get one email per turn in games between people, unless you have the game open or it is played with a live clock.",
  address: "Email address",
  privacy:
    "The address is used for nothing else. No other player sees it, and it is deleted along with the rest of your data. Every email has a link to unsubscribe.",
  give: "Send me a link to confirm",
  sent: (/** @type {string} */ address) =>
    `An email is on its way to ${address}. Open the link in it within two days; no other emails are sent until then.`,
  on: (/** @type {string} */ address) => `Emails go to ${address}.`,
  remove: "Delete the address",
  deleted: "The address has been deleted.",
  impossible: "This server sends no emails.",
  asks: {
    confirm: "Do you want an email when it is your turn?",
    block: "Block this address, so that this server never sends it email again?",
  },
  agree: { confirm: "Yes, send emails", block: "Block this address" },
  done: {
    confirm: "From now on, you will get an email when it is your turn.",
    stop: "You will get no more emails.",
    block: "This server will never send email to this address again.",
  },
});
