/**
 * What a visitor has chosen for all views: kept in this browser, and applied to the document.
 *
 * Style sheets read `data-theme`, `data-tiles`, `data-shading` and `data-labels` of the root element, and `data-keys` says whether keys of
 * one character are on. A change fires `settings` on the
 * window.
 *
 * @typedef {{theme: "auto" | "light" | "dark" | "contrast", tiles: "own" | "classic" | "slate" | "wood" | "plain" | "contrast",
 *   shading: "none" | "three" | "rings" | "rows", labels: boolean,
 *   keys: boolean, sound: boolean, confirm: boolean, lines: boolean, teaching: boolean, name: string}} Settings `name`: what
 *   the visitor is called in games between people
 */

import { remember, remembered } from "./browser_storage.js";

const NAME = "hexapoda.settings";
const THEMES = ["auto", "light", "dark", "contrast"],
  TILES = ["own", "classic", "slate", "wood", "plain", "contrast"],
  SHADINGS = ["none", "three", "rings", "rows"];

/** @type {Settings} */
const USUAL = {
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
  const flag = (/** @type {"labels" | "keys" | "sound" | "confirm" | "lines" | "teaching"} */ name) =>
    typeof found?.[name] === "boolean" ? found[name] : USUAL[name];
  return {
    theme: THEMES.includes(found?.theme) ? found.theme : USUAL.theme,
    tiles: TILES.includes(found?.tiles) ? found.tiles : USUAL.tiles,
    shading: SHADINGS.includes(found?.shading) ? found.shading : USUAL.shading,
    labels: flag("labels"),
    keys: flag("keys"),
    sound: flag("sound"),
    confirm: flag("confirm"),
    lines: flag("lines"),
    teaching: flag("teaching"),
    name: typeof found?.name === "string" ? found.name : USUAL.name,
  };
}

let chosen = read();

/** The settings now. @returns {Readonly<Settings>} */
export const settings = () => chosen;

/** Change some settings. @param {Partial<Settings>} part */
export function change(part) {
  chosen = { ...chosen, ...part };
  remember(NAME, chosen);
  apply();
  dispatchEvent(new CustomEvent("settings", { detail: chosen }));
}

/** The theme without "auto". */
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

/** Apply the settings from now on. */
export function begin() {
  apply();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"])
    matchMedia(query).addEventListener("change", apply);
}
