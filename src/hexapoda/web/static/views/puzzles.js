/**
 * `<puzzles-view>`: a puzzle on the board, with a verdict on each move, hints, the solution and the visitor's progress.
 *
 * @typedef {import("../puzzle_api.js").Judgment} Judgment
 * @typedef {{board: Api.BoardJson, legal: Api.MoveJson[], last: Api.MoveJson | null}} Scene the position on the board
 */

import { PageView } from "../page_element.js";
import { changeAddress, replaceAddress } from "../address.js";
import { ApiError } from "../request.js";
import { readWhy } from "../analysis/server.js";
import { remember, remembered } from "../browser_storage.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { Latest } from "../latest.js";
import { newAttempt } from "../attempt.js";
import { askHint, judgeMove, listPuzzles, readPuzzle, readSolution } from "../puzzle_api.js";
import { keepAttempt, keptProgress } from "../puzzle_keeping.js";
import { filtered, nextPuzzle, readProgress, recordAttempt } from "../puzzle_progress.js";
import { words } from "../words/puzzles.js";
import { sentence } from "./sentence.js";
import { ViewKeys } from "./view_keys.js";
import { DIFFICULTIES } from "./puzzle_choice.js";
import { puzzlesPage } from "./puzzles_page.js";

const PAUSE = 650; // milliseconds between a move and the reply to it
const CHOICE = "hexapoda.puzzle-choice";

export class PuzzlesView extends PageView {
  /** @type {Record<string, object>} */
  static properties = {
    puzzle: { state: true },
    scene: { state: true },
    note: { state: true },
    phase: { state: true },
    progress: { state: true },
    trouble: { state: true },
    filter: { state: true },
    game: { state: true },
    shownStep: { state: true },
    hinted: { state: true },
    puzzles: { state: true },
    links: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.PuzzleJson | null} */
    this.puzzle = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {{kind: string, text: string} | null} */
    this.note = null;
    /** `wrong`: a refuted move is on the board. @type {"solve" | "wait" | "wrong" | "solved" | "solution"} */
    this.phase = "solve";
    this.progress = readProgress();
    this.trouble = "";
    /** @type {import("../puzzle_progress.js").Filter} */
    this.filter = { theme: "", variant: "", length: 0, difficulty: "mine" };
    this.game = "";
    /** The games that can have puzzles. @type {string[]} */
    this.able = [];
    /** @type {Api.PuzzleRowJson[] | null} */
    this.puzzles = null;
    /** @type {Api.PuzzleThemeJson[]} */
    this.themes = [];
    /** The number of links drawn in the list of puzzles; 0 while the list is closed. */
    this.links = 0;
    /** The moves and replies so far. @type {string[]} */
    this.moves = [];
    this.left = 0;
    /** The scene after the last right move, to which the visitor can go back. @type {Scene | null} */
    this._base = null;
    /** Whether this attempt has been counted. */
    this._counted = false;
    this.hinted = 0;
    /** The scenes of the solution. @type {Scene[]} */
    this.line = [];
    this.shownStep = 0;
    new ViewKeys(this, () => this._commands());
    this._timer = 0;
    this._latest = new Latest();
    this.board = new BoardHost(this, () => this._scene(), {
      choose: (move) => this._answer(move.move),
      touch: ({ text, asked }) => this._why(text, asked ?? null),
      dismiss: () => this.board.refuse({}, null),
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
    this._latest.begin();
  }

  // ---- choosing a puzzle -------------------------------------------------------------------------

  /** Show the puzzle that the address names, or else the next one. */
  async route() {
    const { address } = this,
      id = address.get("puzzles");
    this.trouble = "";
    try {
      if (!this.puzzles) {
        const [{ games, puzzles, themes }, progress] = await Promise.all([listPuzzles(), keptProgress()]);
        this.progress = progress;
        this.able = games;
        this.themes = themes;
        this._choice(puzzles);
        this.puzzles = puzzles;
        if (!this.isConnected || address !== this.address) return; // the visitor has left this page
      }
      this.game = this.puzzles.find((one) => one.id === id)?.game ?? this.game;
      if (!id) this.next();
      else if (id !== this.puzzle?.id) await this._open(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (address !== this.address) return;
      this.trouble = error.status === 404 ? words.gone : `${words.failed} ${sentence(error.message)}`;
    }
  }

  /** Restore the visitor's last choice of puzzles. @param {Api.PuzzleRowJson[]} puzzles */
  _choice(puzzles) {
    const { game, length, difficulty, theme, variant } = remembered(CHOICE) ?? {};
    if (this.games.some((one) => one.name === game)) this.game = game;
    if (DIFFICULTIES.includes(difficulty))
      this.filter = {
        theme: this.themes.some((one) => one.game === game && one.name === theme) ? theme : "",
        variant: puzzles.some((one) => one.game === game && one.variant === variant) ? variant : "",
        length: Number(length) || 0,
        difficulty,
      };
    this.game ||= puzzles[0]?.game ?? this.games[0]?.name ?? "";
  }

  /** @param {{game?: string} & Partial<import("../puzzle_progress.js").Filter>} wish */
  choose({ game = this.game, ...rest }) {
    const same = game === this.game ? {} : { theme: "", variant: "" }; // each game has its own themes and variants
    this.game = game;
    this.filter = { ...this.filter, ...same, ...rest };
    remember(CHOICE, { game, ...this.filter });
    const fits = this.puzzle && this.pool().some((one) => one.id === this.puzzle?.id);
    if (!fits) this.next();
  }

  /** Return the puzzles that match the choice. */
  pool() {
    return filtered(this.own(), this.filter);
  }

  /** Return the puzzles of the chosen game. */
  own() {
    return (this.puzzles ?? []).filter((one) => one.game === this.game);
  }

  /** Return the titles of a puzzle's themes. @param {Api.PuzzleRowJson} puzzle */
  titles({ game, themes }) {
    return this.themes
      .filter((one) => one.game === game && themes.includes(one.name))
      .map((one) => one.title);
  }

  /** @param {number} links */
  drawLinks(links) {
    this.links = links;
  }

  /** Go to the puzzle to solve next; clear the view if none matches the choice. */
  next() {
    const found = nextPuzzle(
      this.pool(),
      this.progress,
      this.puzzle?.game === this.game ? this.puzzle.id : null,
    );
    if (found) changeAddress("puzzles", `puzzles=${found.id}`);
    else {
      this.puzzle = null;
      this._latest.begin();
      if (this.address.get("puzzles")) replaceAddress("puzzles", "#puzzles");
    }
    if (found && found.id === this.puzzle?.id) this.restart();
  }

  /** @param {string} id */
  async _open(id) {
    if (await this._load(readPuzzle(id))) replaceAddress("puzzles", `#puzzles=${id}`);
  }

  /**
   * Show the board of a puzzle, unless another puzzle was requested meanwhile. Return whether it is shown.
   * @param {Promise<Api.PuzzleJson>} reading
   */
  async _load(reading) {
    const isLatest = this._latest.begin();
    clearTimeout(this._timer);
    const puzzle = await reading,
      info = this.games.find((one) => one.name === puzzle.game);
    const element = await makeBoard(info, puzzle.variant);
    if (!isLatest()) return false;
    this.board.use(element);
    this.begin(puzzle);
    return true;
  }

  /** @param {Api.PuzzleJson} puzzle whose board is ready */
  begin(puzzle) {
    this.puzzle = puzzle;
    this.game = puzzle.game;
    this.restart();
  }

  /**
   * Run an action that the server may refuse.
   * @param {() => Promise<void>} act @param {() => boolean} [isLatest] whether the visitor is still waiting for it
   */
  async _try(act, isLatest = () => true) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLatest()) this.note = { kind: "bad", text: sentence(error.message) };
    }
  }

  /** Start the puzzle over. */
  restart() {
    const { board, legal, length } = /** @type {Api.PuzzleJson} */ (this.puzzle);
    clearTimeout(this._timer);
    this.moves = [];
    this.left = length;
    this.hinted = 0;
    this._counted = false;
    this._base = this.scene = { board, legal, last: null };
    this._dismiss();
    this.phase = "solve";
  }

  // ---- requests, overridden by the practice view -------------------------------------------------

  /** @param {string} move @returns {Promise<Judgment>} */
  judged(move) {
    return judgeMove(this.shown.id, this.moves, move);
  }

  /** @param {number} level @returns {Promise<Api.HintJson>} */
  hintOf(level) {
    return askHint(this.shown.id, this.moves, level);
  }

  /** @returns {Promise<{steps: Api.StepJson[]}>} */
  solution() {
    return readSolution(this.shown.id);
  }

  /** The puzzle, for code that runs only while there is one. */
  get shown() {
    return /** @type {Api.PuzzleJson} */ (this.puzzle);
  }

  /** Return the position on the board, for requests about it. @returns {Api.PositionFields} */
  place() {
    const { game, variant, rules, start } = this.shown;
    return { game, variant, rules, start, moves: this.moves };
  }

  // ---- solving -----------------------------------------------------------------------------------

  _dismiss() {
    this.note = null;
    this.board.clear();
  }

  /** Explain why a gesture is not a legal move. The gesture does not count as an answer to the puzzle.
   * @param {string} text the move as text @param {import("../boards/hexagons.js").Cell | null} asked the cell of the
   *   refused piece, if any */
  async _why(text, asked) {
    if (!this.puzzle || this.phase !== "solve") return;
    const position = this.place(),
      isLatest = this._latest.current(),
      moves = this.moves;
    this._dismiss();
    await this._try(async () => {
      const answer = await readWhy(position, text);
      if (!isLatest() || moves !== this.moves || this.phase !== "solve" || answer.type !== "refusal") return;
      this.board.refuse(answer, asked);
      this.note = { kind: "bad", text: sentence(answer.text) };
    }, isLatest);
  }

  /** @param {string} move */
  async _answer(move) {
    if (!this.puzzle || this.phase !== "solve") return;
    const isLatest = this._latest.current();
    this._dismiss();
    this.phase = "wait";
    try {
      const judged = await this.judged(move);
      if (isLatest()) this._show(judged);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isLatest()) return;
      this.phase = "solve";
      this.note = { kind: "bad", text: sentence(error.message) };
    }
  }

  /** @param {Judgment} judged */
  _show(judged) {
    if (judged.verdict === "refused") {
      this.phase = "solve";
      this.board.refuse(judged, null);
      this.note = { kind: "bad", text: sentence(judged.text) };
      return;
    }
    const { verdict, text, move, board, reply } = judged;
    if (verdict === "wrong" || verdict === "slow") this._count(false);
    if (verdict === "solved") this._count(true);
    this.scene = { board, legal: [], last: move };
    const end = () => {
      if (reply)
        this.scene = { board: reply.board, legal: verdict === "right" ? reply.legal : [], last: reply.move };
      this.note = { kind: verdict === "right" || verdict === "solved" ? "good" : "bad", text };
      if (verdict === "right") {
        this.moves = [...this.moves, move.move, ...(reply ? [reply.move.move] : [])];
        this.left = judged.left;
        this._base = this.scene;
        this.hinted = 0;
      }
      this.phase = verdict === "right" ? "solve" : verdict === "solved" ? "solved" : "wrong";
    };
    clearTimeout(this._timer);
    if (reply) this._timer = setTimeout(end, PAUSE);
    else end();
  }

  /** Take back a refuted move. */
  again() {
    this.scene = this._base;
    this._dismiss();
    this.phase = "solve";
  }

  /** Record the result of the attempt. Moves after a mistake or the solution do not count. @param {boolean} solved */
  _count(solved) {
    if (this._counted || !this.puzzle) return;
    this._counted = true;
    this.progress = recordAttempt(this.puzzle, solved);
    keepAttempt(this.puzzle.id, solved, newAttempt()).then((progress) => (this.progress = progress));
  }

  async ask() {
    if (!this.puzzle || this.phase !== "solve") return;
    const isLatest = this._latest.current(),
      level = Math.min(2, this.hinted + 1);
    await this._try(async () => {
      const found = await this.hintOf(level);
      if (!isLatest() || this.phase !== "solve") return;
      this._dismiss();
      this.hinted = level;
      if (level === 2) this._count(false); // the hint gives the move away
      this.note = { kind: "hint", text: found.text };
      const [piece] = found.pieces,
        from = piece && this.scene?.legal.find((move) => move.piece === piece)?.from;
      if (found.move) this.board.point(found.move);
      else if (piece) this.board.point({ move: "", piece, from: from ?? null, to: from ?? null });
      this.board.refuse({ cells: found.cells }, null);
    }, isLatest);
  }

  async solve() {
    if (!this.puzzle) return;
    const isLatest = this._latest.current();
    await this._try(async () => {
      const { steps } = await this.solution();
      if (!isLatest() || !this.puzzle) return;
      clearTimeout(this._timer);
      this._count(false);
      this._dismiss();
      this.line = [
        { board: this.puzzle.board, legal: [], last: null },
        ...steps.map(({ board, move }) => ({ board, legal: [], last: move })),
      ];
      this.phase = "solution";
      this.go(1);
    }, isLatest);
  }

  /** Show a step of the solution. @param {number} step */
  go(step) {
    this.shownStep = Math.max(0, Math.min(step, this.line.length - 1));
    this.scene = this.line[this.shownStep];
  }

  /** Return the commands for `ViewKeys`. */
  _commands() {
    const shows = this.phase === "solution";
    return {
      back: () => shows && this.go(this.shownStep - 1),
      forward: () => shows && this.go(this.shownStep + 1),
      next: () => this.puzzle !== null && this.next(),
      hint: () => this.ask(),
      leave: () => this.phase === "wrong" && this.again(),
    };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  info() {
    return this.games.find((one) => one.name === this.game);
  }

  _scene() {
    return this.scene && this.puzzle && { ...this.scene, orientation: this.puzzle.player };
  }

  render() {
    return puzzlesPage(this);
  }
}

customElements.define("puzzles-view", PuzzlesView);
