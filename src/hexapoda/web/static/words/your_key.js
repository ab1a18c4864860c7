/** The texts about the key of the browser. */

import { choose } from "../words.js";

export const words = choose({
  en: {
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
  },
  de: {
    title: "Dein Schlüssel",
    about:
      "Dieser Browser hat einen Schlüssel. Ihm gehören deine Partien, Analysen und Durchsichten auf diesem Server. Öffne diesen Link in einem anderen Browser, um dort dieselbe Person zu sein, und bewahre ihn auf, falls dieser Browser den Schlüssel vergisst:",
    link: "Der Link mit deinem Schlüssel",
    secret: "Wer den Link hat, kann spielen, ändern und löschen, was dir gehört. Gib ihn niemandem.",
    offer: "Den Schlüssel dieses Links verwenden?",
    warning:
      "Dieser Browser vergisst dann den Schlüssel, den er jetzt hat. Was damit gemacht wurde, ist nur noch über den Link unten zu erreichen: Kopiere ihn vorher, wenn du ihn brauchst.",
    use: "Schlüssel des Links verwenden",
    keep: "Meinen Schlüssel behalten",
    used: "Dieser Browser hat jetzt den Schlüssel des Links.",
    same: "Dieser Browser hat den Schlüssel dieses Links bereits.",
  },
});
