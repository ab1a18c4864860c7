/** Starts the page when the texts in its language are there. English is in the code. */

import { language } from "./words.js";

const parts = language === "en" ? [] : ["page", "boards", "views", "people", "records", "commands"];
const loaded = Promise.all(parts.map((part) => import(`./words/${language}/${part}.js`)));
loaded.catch(() => {}).finally(() => import("./main.js")); // without them the page is English
