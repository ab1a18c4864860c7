/**
 * The page of the analysis: the board first, the evaluation beside it, then the engine, the moves and the comment.
 *
 * @typedef {import("../analysis/game_tree.js").GameTree} GameTree
 * @typedef {import("./analysis.js").AnalysisView} AnalysisView
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { openRecord } from "../analysis/shown_game.js";
import { bringBoardIntoView } from "../boards/in_view.js";
import { sideName } from "../sides.js";
import { words } from "../words/analysis.js";
import { words as playWords } from "../words/play.js";
import { analysisBar } from "./analysis_bar.js";
import { analysisHead } from "./analysis_head.js";
import { moveForm, noteBox } from "./board_note.js";
import { overlayButtons, stepButtons } from "./board_tools.js";
import { chanceText, evaluationBar } from "./evaluation_bar.js";
import "./repertoire_line.js";
import { sentence } from "./sentence.js";

/** The whole view. @param {AnalysisView} view */
export function analysisPage(view) {
  const dialogs = html`<open-game @open=${(/** @type {CustomEvent} */ event) => view.openNew(async () => openRecord(event.detail.record, 0))}></open-game>`;
  if (!view.tree)
    return html`<div class="alone" role="main"><h1 class="hidden">${words.title}</h1><p>${view.note?.text ?? words.loading}</p>${view.note ? html`<button type="button" class="primary" @click=${() => view.begin(view.games[0].name)}>${words.newBoard}</button>` : nothing}</div>${dialogs}`;
  const { tree } = view,
    { game, variant } = tree.record,
    hues = view.sides().map((side) => side.toLowerCase());
  return html`
    ${analysisBar({ games: view.games, game, variant, begin: view.begin, open: view.openDialog, keys: () => view.keys.help(), setUp: view.setUp })}
    <main class=${`analysis stepped on-${view.info()?.board}${view.setting ? " setting" : ""}`}>
      ${view.setting ? nothing : evaluationBar({ chance: view.chance(), orientation: view.orientation, hues, sides: view.sides() })}
      <section class="table" aria-label=${words.board}>
        <div class="board-box">${view.board.element}${noteBox(view.note, () => view.dismiss())}</div>
        ${
          view.setting
            ? nothing
            : html`${stepButtons(
                view.tree,
                (step) => view.go(step),
                () => view.flip(),
                { pen: { on: view.pen, take: () => (view.pen = !view.pen) } },
              )}${overlayButtons(view.overlays, (id) => view.toggle(id))}`
        }
      </section>
      ${
        view.setting
          ? html`<set-up class="side" .board=${view.board.element} .wish=${view.wish} .orientation=${view.orientation} @done=${view.isSetUp} @leave=${() => {
              view.setting = false;
            }}></set-up>`
          : side(view, hues)
      }
    </main>
    <p class="hidden" role="status" id="news">${view.news}</p>
    ${dialogs}
    <new-game .games=${view.games} .from=${{ game, variant, rules: tree.record.rules, player: tree.board().player, sides: view.sides() }} @begin=${(/** @type {CustomEvent} */ event) => view.playOn(event.detail.wish, event.detail.invite)}></new-game>
    <share-game .tree=${tree} .formats=${view.info()?.formats ?? []} .board=${view.board.element}></share-game>`;
}

/** @param {AnalysisView} view @param {string[]} hues */
function side(view, hues) {
  const tree = /** @type {GameTree} */ (view.tree),
    { current } = tree,
    { player, turn } = tree.board(),
    { thinking } = view;
  const rest = (current.legal ?? []).filter((move) => !move.to && !move.cell);
  return html`<aside class="side">
    ${view.keeping ? analysisHead(tree, view.keeping) : nothing}
    <div class="status-row"><p class="status" id="status">${current.result ? sentence(current.result.text) : chanceText(view.chance(), view.sides()) || words.toMove(sideName(turn))}</p>
      ${current.result ? nothing : html`<button type="button" class="quiet-link" id="play-on" @click=${() => view.openDialog("new-game")}>${playWords.playOnHere}</button>`}</div>
    ${rest.length && view.info()?.board !== "plain" ? html`<div class="again" role="group" aria-label=${words.options}>${rest.map((move) => html`<button type="button" data-move=${move.move} @click=${() => view.play(move.move)}>${words.special[move.move] ?? move.move}</button>`)}</div>` : nothing}
    <engine-lines ?on=${thinking.on} .step=${current.id} .search=${current.search} .player=${player} .side=${turn} .hue=${hues[player]} .trouble=${thinking.trouble} ?over=${Boolean(current.result)} .count=${thinking.count}
      .engine=${thinking.engine} .engines=${view.info()?.opponents.filter((one) => one.level === null) ?? []} @switch=${() => view.switchEngine()} @more=${() => thinking.more()} @play=${(/** @type {CustomEvent} */ event) => view.playLine(event.detail)}
      @settings=${(/** @type {CustomEvent} */ event) => {
        thinking.set(event.detail);
        view.requestUpdate();
      }}></engine-lines>
    <move-coach .tree=${tree} .step=${current} .shown=${view.peek?.remark ?? null} @peek=${(
      /** @type {CustomEvent} */ event,
    ) => {
      view.peek = event.detail;
      if (view.peek) bringBoardIntoView(view);
    }}
      @line=${(/** @type {CustomEvent} */ event) => view.playLine(event.detail, current.parent)}></move-coach>
    <variation-tree .tree=${tree} .version=${tree.version} .current=${current.id} @go=${(/** @type {CustomEvent} */ event) => view.go(tree.find(event.detail))}></variation-tree>
    ${
      view.info()?.indexed
        ? html`<position-openings .tree=${tree} .step=${current} .games=${view.games} @hover=${(
            /** @type {CustomEvent} */ event,
          ) => {
            view.board.point(event.detail);
          }} @choose=${(/** @type {CustomEvent} */ event) => view.play(event.detail.move)}></position-openings>`
        : nothing
    }
    <repertoire-line .tree=${tree} .step=${current} .sides=${view.sides()}></repertoire-line>
    <step-note .tree=${tree} .step=${current} .version=${tree.version} @edited=${() => view.requestUpdate()} @delete=${() => view.removeStep()}></step-note>
    ${moveForm((text) => view.text(text))}
  </aside>`;
}
