/** What the board of Y says. */

import { choose } from "../../words.js";

export const words = choose({
  en: { pass: "Pass", stones: ["blue stone", "yellow stone"] },
  de: { pass: "Passen", stones: ["blauer Stein", "gelber Stein"] },
});
