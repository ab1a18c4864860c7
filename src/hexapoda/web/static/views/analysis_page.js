/**
 * Templates for the analysis page: board, evaluation bar, engine lines, moves and comment.
 *
 * @typedef {import("../analysis/game_tree.js").GameTree} GameTree
 * @typedef {import("./analysis.js").AnalysisView} AnalysisView
 * @typedef {import("./move_coach.js").Peek} Peek
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
  const onOpen = (/** @type {CustomEvent} */ { detail }) =>
    view.openNew(async () => openRecord(detail.record, 0));
  const openGame = html`<open-game @open=${onOpen}></open-game>`;
  if (!view.tree) return html`${waitingPage(view)}${openGame}`;
  const { tree } = view;
  const { game, variant } = tree.record;
  const hues = view.sides().map((side) => side.toLowerCase());
  return html`
    ${analysisBar({
      games: view.games,
      game,
      variant,
      begin: view.begin,
      open: view.openDialog,
      keys: () => view.keys.help(),
      setUp: view.setUp,
    })}
    <main class=${`analysis stepped on-${view.info()?.board}`}>
      ${view.editing ? nothing : evaluation(view, hues)}
      <section class="table" aria-label=${words.board}>
        <div class="board-box">
          ${view.board.element}${noteBox(view.note, () => view.dismiss())}
        </div>
        ${view.editing ? nothing : boardTools(view, tree)}
      </section>
      ${view.editing ? setUpPanel(view) : sidePanel(view, tree, hues)}
    </main>
    <p class="hidden" role="status" id="news">${view.news}</p>
    ${openGame}
    ${newGame(view, tree)}
    <share-game
      .tree=${tree}
      .formats=${view.info()?.formats ?? []}
      .board=${view.board.element}
    ></share-game>`;
}

/** The page shown until a game is loaded. @param {AnalysisView} view */
function waitingPage(view) {
  const onBegin = () => view.begin(view.games[0].name);
  return html`<div class="alone" role="main">
    <h1 class="hidden">${words.title}</h1>
    <p>${view.note?.text ?? words.loading}</p>
    ${view.note ? html`<button type="button" class="primary" @click=${onBegin}>${words.newBoard}</button>` : nothing}
  </div>`;
}

/** @param {AnalysisView} view @param {string[]} hues */
function evaluation(view, hues) {
  return evaluationBar({
    chance: view.chance(),
    orientation: view.orientation,
    hues,
    sides: view.sides(),
  });
}

/** The buttons below the board. @param {AnalysisView} view @param {GameTree} tree */
function boardTools(view, tree) {
  const pen = { on: view.pen, take: () => (view.pen = !view.pen) };
  return html`${stepButtons(
    tree,
    (step) => view.go(step),
    () => view.flip(),
    { pen },
  )}${overlayButtons(view.overlays, (id) => view.toggle(id))}`;
}

/** @param {AnalysisView} view */
function setUpPanel(view) {
  const onLeave = () => {
    view.editing = false;
  };
  return html`<set-up
    class="side"
    .board=${view.board.element}
    .wish=${view.wish}
    .orientation=${view.orientation}
    @done=${view.onEdited}
    @leave=${onLeave}
  ></set-up>`;
}

/** The dialog that starts a game from the position on the board. @param {AnalysisView} view @param {GameTree} tree */
function newGame(view, tree) {
  const { game, variant, rules } = tree.record;
  const from = { game, variant, rules, player: tree.board().player, sides: view.sides() };
  const onBegin = (/** @type {CustomEvent} */ { detail }) => view.playOn(detail.wish, detail.invite);
  return html`<new-game .games=${view.games} .from=${from} @begin=${onBegin}></new-game>`;
}

/** The panel beside the board. @param {AnalysisView} view @param {GameTree} tree @param {string[]} hues */
function sidePanel(view, tree, hues) {
  const { current } = tree;
  const onGo = (/** @type {CustomEvent} */ { detail }) => view.go(tree.find(detail));
  return html`<aside class="side">
    ${view.keeping ? analysisHead(tree, view.keeping) : nothing}
    ${statusRow(view, tree)}
    ${specialMoves(view, tree)}
    ${enginePanel(view, tree, hues)}
    ${coachPanel(view, tree)}
    <variation-tree
      .tree=${tree}
      .version=${tree.version}
      .current=${current.id}
      @go=${onGo}
    ></variation-tree>
    ${view.info()?.indexed ? openingsPanel(view, tree) : nothing}
    <repertoire-line .tree=${tree} .step=${current} .sides=${view.sides()}></repertoire-line>
    <step-note
      .tree=${tree}
      .step=${current}
      .version=${tree.version}
      @edited=${() => view.requestUpdate()}
      @delete=${() => view.removeStep()}
    ></step-note>
    ${moveForm((text) => view.text(text))}
  </aside>`;
}

/** Who is winning or whose turn it is, and the button that continues the game. @param {AnalysisView} view @param {GameTree} tree */
function statusRow(view, tree) {
  const { result } = tree.current;
  const onPlay = () => view.openDialog("new-game");
  const status = result
    ? sentence(result.text)
    : chanceText(view.chance(), view.sides()) || words.toMove(sideName(tree.board().turn));
  return html`<div class="status-row">
    <p class="status" id="status">${status}</p>
    ${result ? nothing : html`<button type="button" class="quiet-link" id="play-on" @click=${onPlay}>${playWords.playOnHere}</button>`}
  </div>`;
}

/**
 * Buttons for passes and swaps, which cannot be made on the board.
 * @param {AnalysisView} view @param {GameTree} tree
 */
function specialMoves(view, tree) {
  const moves = (tree.current.legal ?? []).filter((move) => !move.to && !move.cell);
  if (!moves.length || view.info()?.board === "plain") return nothing;
  const button = (/** @type {string} */ move) =>
    html`<button type="button" data-move=${move} @click=${() => view.play(move)}>${words.special[move] ?? move}</button>`;
  return html`<div class="again" role="group" aria-label=${words.options}>
    ${moves.map(({ move }) => button(move))}
  </div>`;
}

/** @param {AnalysisView} view @param {GameTree} tree @param {string[]} hues */
function enginePanel(view, tree, hues) {
  const { thinking } = view;
  const { current } = tree;
  const { player, turn } = tree.board();
  const onPlay = (/** @type {CustomEvent} */ { detail }) => view.playLine(detail);
  const onSettings = (/** @type {CustomEvent} */ { detail }) => {
    thinking.set(detail);
    view.requestUpdate();
  };
  return html`<engine-lines
    ?on=${thinking.on}
    .step=${current.id}
    .search=${current.search}
    .player=${player}
    .side=${turn}
    .hue=${hues[player]}
    .trouble=${thinking.trouble}
    ?over=${Boolean(current.result)}
    .count=${thinking.count}
    .engine=${thinking.engine}
    .engines=${view.info()?.opponents.filter((opponent) => opponent.level === null) ?? []}
    @switch=${() => view.switchEngine()}
    @more=${() => thinking.more()}
    @play=${onPlay}
    @settings=${onSettings}
  ></engine-lines>`;
}

/** @param {AnalysisView} view @param {GameTree} tree */
function coachPanel(view, tree) {
  const { current } = tree;
  const onPeek = (/** @type {CustomEvent<Peek | null>} */ { detail }) => {
    view.peek = detail;
    if (detail) bringBoardIntoView(view);
  };
  const onLine = (/** @type {CustomEvent} */ { detail }) => view.playLine(detail, current.parent);
  return html`<move-coach
    .tree=${tree}
    .step=${current}
    .shown=${view.peek?.remark ?? null}
    @peek=${onPeek}
    @line=${onLine}
  ></move-coach>`;
}

/** @param {AnalysisView} view @param {GameTree} tree */
function openingsPanel(view, tree) {
  const onHover = (/** @type {CustomEvent} */ { detail }) => view.board.point(detail);
  const onChoose = (/** @type {CustomEvent} */ { detail }) => view.play(detail.move);
  return html`<position-openings
    .tree=${tree}
    .step=${tree.current}
    .games=${view.games}
    @hover=${onHover}
    @choose=${onChoose}
  ></position-openings>`;
}
