/** The texts about the browser's key. */

import { textsOf } from "../words.js";

export const words = textsOf("yourKey", {
  title: "Your key",
  about:
    "This browser holds a key. Your games, analyses and reviews on this server belong to it. Open this link in another browser to be the same person there, and keep it in case this browser forgets the key:",
  link: "The link with your key",
  secret: "Anyone who has the link can play your games, and change or delete what is yours. Do not share it.",
  offer: "Use the key of this link?",
  warning:
    "This browser will then forget its current key. Everything that belongs to that key can only be reached with the link below: copy it first if you need it.",
  use: "Use the key of the link",
  keep: "Keep my key",
  used: "This browser now has the key of the link.",
  same: "This browser already has the key of this link.",
});
