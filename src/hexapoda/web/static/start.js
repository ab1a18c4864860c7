/** Starts the page once the text in its language is loaded. English text is in the code. */

import { language, useCatalog } from "./words.js";

const loaded =
  language === "en"
    ? Promise.resolve()
    : import(`./words/${language}.js`).then((texts) => useCatalog(language, texts));
loaded.catch(() => {}).finally(() => import("./main.js")); // if the text fails to load, the page is in English
