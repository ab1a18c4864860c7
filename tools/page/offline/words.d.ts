/** The texts of the pages that stand alone, by language and by the English text. The server makes this module. */
export const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>>;
