/** What each language of `games/data/languages.json` calls itself. The server makes this module from the file. */
export const LANGUAGES: Readonly<Record<string, string>>;
