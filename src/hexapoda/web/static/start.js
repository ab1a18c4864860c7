/** Starts the page once the texts in its language are loaded. English texts are in the code. */

import { language, useCatalog } from "./words.js";

const loaded =
  language === "en"
    ? Promise.resolve()
    : import(`./words/${language}.js`).then((texts) => useCatalog(language, texts));
loaded.catch(() => {}).finally(() => import("./main.js")); // without them the page is English
