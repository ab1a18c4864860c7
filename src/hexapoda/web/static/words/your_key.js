/** The texts about the key of the browser. */

import { textsOf } from "../words.js";

export const words = textsOf("yourKey", {
  title: "Your key",
  about:
    "This browser holds a key. Your games, analyses and reviews on this server belong to it. Open this link in another browser to be the same person there, and keep it in case this browser forgets the key:",
  link: "The link with your key",
  secret: "Whoever has the link can play, change and delete what is yours. Give it to nobody.",
  offer: "Use the key of this link?",
  warning:
    "This browser then forgets the key that it has now. What was made with it can only be reached with the link below: copy it first if you need it.",
  use: "Use the key of the link",
  keep: "Keep my key",
  used: "This browser now has the key of the link.",
  same: "This browser has the key of this link already.",
});
