/**
 * The visitor's settings for all views. This browser stores them, and the page applies them to its document.
 *
 * Style sheets read `data-theme`, `data-tiles`, `data-shading` and `data-labels` from the root element, and `data-keys`
 * says whether single-key shortcuts are on. A change fires `settings` on the window. `name` is the visitor's name in
 * games between people.
 *
 * @typedef {{theme: "auto" | "light" | "dark" | "contrast",
 *   tiles: "own" | "classic" | "slate" | "wood" | "plain" | "contrast", shading: "none" | "three" | "rings" | "rows",
 *   labels: boolean, keys: boolean, sound: boolean, confirm: boolean, lines: boolean, teaching: boolean,
 *   name: string}} Settings
 */

import { remember, remembered } from "./browser_storage.js";

const NAME = "hexapoda.settings";
/** The values of the settings that are chosen from a list. @type {Record<string, string[]>} */
const CHOICES = {
  theme: ["auto", "light", "dark", "contrast"],
  tiles: ["own", "classic", "slate", "wood", "plain", "contrast"],
  shading: ["none", "three", "rings", "rows"],
};

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  tiles: "own",
  shading: "none",
  labels: true,
  keys: true,
  sound: true,
  confirm: true,
  lines: false,
  teaching: false,
  name: "",
};

/** @returns {Settings} */
function read() {
  const found = remembered(NAME);
  const entries = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = found?.[name];
    const valid = name in CHOICES ? CHOICES[name].includes(value) : typeof value === typeof usual;
    return [name, valid ? value : usual];
  });
  return /** @type {Settings} */ (Object.fromEntries(entries));
}

let chosen = read();

/** Return the current settings. @returns {Readonly<Settings>} */
export const settings = () => chosen;

/** Change some settings. @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  chosen = { ...chosen, ...changes };
  remember(NAME, chosen);
  apply();
  dispatchEvent(new CustomEvent("settings", { detail: chosen }));
}

/** Return the theme in use; "auto" follows the system. */
function theme() {
  if (chosen.theme !== "auto") return chosen.theme;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function apply() {
  Object.assign(document.documentElement.dataset, {
    theme: theme(),
    tiles: chosen.tiles,
    shading: chosen.shading,
    labels: chosen.labels ? "on" : "off",
    keys: chosen.keys ? "on" : "off",
  });
}

/** Apply the settings now, and again when the system's color scheme or contrast preference changes. */
export function applySettings() {
  apply();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", apply);
}
