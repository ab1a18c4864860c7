/** A command for a terminal, with a button that copies it. */

import { words } from "../words/matches.js";
import { copyField } from "./copy_field.js";

/** Quote text as a single shell word, if necessary. @param {string} text */
export const shellWord = (text) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** @param {string} command */
export const commandLine = (command) => copyField(words.command, command, { kind: "command" });
