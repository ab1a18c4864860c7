/** What the board of Y says. */

import { say } from "../../words.js";

export const words = { pass: say("Pass"), stones: [say("blue stone"), say("yellow stone")] };
