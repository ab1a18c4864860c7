/** The script of the report on a match: it filters the list of games and replays them. */

import { PackedGames } from "./packed_games.js";
import "./game_viewer.js";

/** @typedef {{id: number, game: string, names: string[], detail: string, place: [number, number]}} Replay */

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

byId("filter").addEventListener("change", (/** @type {Event} */ event) => {
  const wanted = /** @type {HTMLSelectElement} */ (event.target).value;
  let shown = 0;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#games tbody tr"))) {
    row.hidden = wanted !== "" && !row.dataset.kind?.split(" ").includes(wanted);
    shown += Number(!row.hidden);
  }
  byId("shown").textContent = `${shown} shown`;
});

/** @param {{kinds: Record<string, import("./game_viewer.js").Kind>, games: Replay[], blocks: string[]}} data */
function replay(data) {
  const viewer = /** @type {import("./game_viewer.js").GameViewer} */ (document.querySelector("game-viewer"));
  const packed = new PackedGames(data.blocks), games = new Map(data.games.map((game) => [game.id, game])), order = [...games.keys()];
  let chosen = 0;

  /** @param {number} id @param {number} ply */
  async function show(id, ply) {
    const game = /** @type {Replay} */ (games.get(id));
    chosen = id;
    document.querySelector("tr.chosen")?.classList.remove("chosen");
    byId(`row-${id}`)?.classList.add("chosen");
    byId("previous-game").disabled = order.indexOf(id) === 0;
    byId("next-game").disabled = order.indexOf(id) === order.length - 1;
    const record = await packed.find(game.place);
    if (chosen !== id) return; // another game was chosen meanwhile
    Object.assign(viewer, { record, kind: data.kinds[game.game], heading: `Game ${id}: ${game.names.join(" – ")}`, detail: game.detail });
    await viewer.updateComplete;
    viewer.goTo(ply);
    await viewer.updateComplete;
  }

  // #game-12 shows game 12 from its start, #game-12.30 after 30 plies.
  async function route() {
    const match = /^#game-(\d+)(?:\.(\d+))?$/.exec(location.hash);
    if (!match || !games.has(Number(match[1]))) return;
    await show(Number(match[1]), Number(match[2] ?? 0));
    byId("replay").scrollIntoView({ block: "start" });
    byId("title").focus({ preventScroll: true });
  }

  const neighbor = (/** @type {number} */ step) => { location.hash = `#game-${order[order.indexOf(chosen) + step]}`; };
  byId("previous-game").addEventListener("click", () => neighbor(-1));
  byId("next-game").addEventListener("click", () => neighbor(1));
  addEventListener("hashchange", route);
  byId("games").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (link?.hash === location.hash) route(); // the hash stays the same, so no hashchange event follows
  });
  show(order[0], Infinity);
  route();
}

const block = document.getElementById("replays");
if (block) replay(JSON.parse(block.textContent ?? ""));
