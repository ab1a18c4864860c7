/** The texts about mails when it is the visitor's turn. */

import { textsOf } from "../words.js";

export const words = textsOf("notices", {
  title: "Mails when it is your turn",
  about:
    "You get one mail for each turn in a game between people, with a link to the game: not while you have it open, and not in games with a clock for both.",
  address: "Mail address",
  privacy:
    "The address is used for nothing else, no player sees it, and it is deleted with everything that is yours. A link in every mail ends them.",
  give: "Send me a link to confirm",
  sent: (/** @type {string} */ address) =>
    `A mail is on its way to ${address}. Open the link in it within two days; before that you get no others.`,
  on: (/** @type {string} */ address) => `Mails go to ${address}.`,
  remove: "Delete the address",
  deleted: "The address is deleted.",
  impossible: "This server sends no mails.",
  asks: {
    confirm: "Do you want a mail when it is your turn?",
    block: "Block this address, so that this server never sends mail to it again?",
  },
  agree: { confirm: "Yes, send mails", block: "Block this address" },
  done: {
    confirm: "From now on you get a mail when it is your turn.",
    stop: "You get no more mails.",
    block: "This address gets no mail from here again.",
  },
});
