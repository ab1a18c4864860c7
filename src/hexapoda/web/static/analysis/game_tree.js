/**
 * `GameTree`: a game with variations, as the analysis edits it. It knows positions only as what the server sent.
 *
 * @typedef {{text: string, winner?: number | null}} Result
 * @typedef {object} StepState
 * @property {number} id
 * @property {Played[]} steps the continuations, the main one first
 * @property {Played | null} latest the continuation that was seen last
 * @property {number} ply
 * @property {Api.BoardJson | null} board null until somebody asks, as are `legal` and `opening`
 * @property {Api.MoveJson[] | null} legal
 * @property {Result | null} result
 * @property {Api.OpeningJson | null} opening
 * @property {string} comment
 * @property {number[]} nags
 * @property {Pick<Api.NodeJson, "analysis" | "played" | "marks" | "comments">} more goes back to the server as it came
 * @property {import("./server.js").Search | null} search what the engine said last
 * @typedef {StepState & {parent: null, move: null}} Root
 * @typedef {StepState & {parent: Step, move: Api.MoveJson}} Played
 * @typedef {Root | Played} Step a position, and the move that led to it
 */

import { boardReader } from "../record_boards.js";
import { turnOf } from "../move_numbers.js";

/** What a node of a record has besides what the page edits: `comments` is how the file has its comment. */
const MORE = ["analysis", "played", "marks", "comments"];

/** The marks of a move, and their numbers in records. @type {Record<string, number>} */
export const MARKS = { "!!": 3, "!": 1, "!?": 5, "?!": 6, "?": 2, "??": 4 };
const SHOWN = new Map(Object.entries(MARKS).map(([mark, number]) => [number, mark]));

/** The marks of a move as text. @param {Step} step */
export const marksOf = (step) => step.nags.map((nag) => SHOWN.get(nag) ?? "").join("");

export class GameTree {
  /** @param {Api.RecordJson} record a game with variations */
  constructor(record) {
    this.record = record;
    /** Grows with every change of the tree, not with the steps of its reader. */
    this.version = 0;
    /** @type {Map<number, Step>} */
    this._byId = new Map();
    this._next = 0;
    this._read = boardReader(record);
    for (const one of record.nodes) this._take(one);
    this.root = /** @type {Step} */ (this._byId.get(record.nodes[0].id));
    /** The step that is on the board. */
    this.current = this.root;
  }

  /** @param {any} one a node of a record */
  _take(one) {
    const parent = this._byId.get(one.parent ?? -1) ?? null;
    const step = /** @type {Step} */ ({
      id: one.id,
      parent,
      steps: [],
      latest: null,
      ply: parent ? parent.ply + 1 : 0,
      move: one.move ?? null,
      board: one.board ?? null,
      legal: one.legal ?? null,
      result: one.result ?? null,
      opening: one.opening ?? null,
      comment: one.comment ?? "",
      nags: one.nags ?? [],
      more: Object.fromEntries(MORE.filter((name) => one[name]).map((name) => [name, one[name]])),
      search: null,
    });
    if (step.parent) step.parent.steps.push(step);
    this._byId.set(step.id, step);
    this._next = Math.max(this._next, step.id + 1);
    return step;
  }

  /** @param {number} id */
  find(id) {
    return this._byId.get(id) ?? null;
  }

  /** The number that people give to the move of a step. @param {Step} [step] */
  turn({ ply } = this.current) {
    const { ply: before, player } = this.board(this.root);
    return turnOf(this.record.game, before + ply, (before + player) % 2);
  }

  /** What the opening that led to a step is called, as far as it is known; null if it has no name. @param {Step} [step] */
  opening(step = this.current) {
    /** @type {Step | null} */
    let at = step;
    while (at?.parent && !at.opening) at = at.parent;
    return at?.opening ?? null;
  }

  /** The position of a step. @param {Step} [step] @returns {Api.BoardJson} */
  board(step = this.current) {
    step.board ??= this._read(step.id);
    return step.board;
  }

  get size() {
    return this._byId.size;
  }

  // ---- walking -----------------------------------------------------------------------------------

  /** @param {Step} step */
  go(step) {
    this.current = step;
    for (let at = step; at.parent; at = at.parent) at.parent.latest = at;
  }

  /** The step after `step` that its reader saw last, or the main one. @param {Step} [step] @returns {Played | null} */
  ahead(step = this.current) {
    return step.latest ?? step.steps[0] ?? null;
  }

  /** The last step of the line. @param {Step} [step] */
  end(step = this.current) {
    let at = step;
    for (let next = this.ahead(at); next; next = this.ahead(at)) at = next;
    return at;
  }

  /**
   * The neighbor of the current step among the variations; without one, the neighbor at the fork before it.
   * @param {number} way 1 for the next, -1 for the one before @returns {Step | null}
   */
  beside(way) {
    for (let at = this.current; at.parent; at = at.parent) {
      const { steps } = at.parent;
      if (steps.length > 1) return steps[(steps.indexOf(at) + way + steps.length) % steps.length];
    }
    return null;
  }

  /** The steps from the one after the root to `step`. @param {Step} step */
  path(step) {
    /** @type {Played[]} */
    const steps = [];
    for (let at = step; at.parent; at = at.parent) steps.push(at);
    return steps.reverse();
  }

  /** The texts of the moves from the root to `step`. @param {Step} step @returns {string[]} */
  moves(step) {
    return this.path(step).map((one) => one.move.move);
  }

  /** Whether `step` is a main continuation all the way. @param {Step} step */
  isMain(step) {
    return this.path(step).every((one) => one.parent?.steps[0] === one);
  }

  // ---- editing -----------------------------------------------------------------------------------

  /**
   * The continuation with the last move of a position: the one that is there, or a new one.
   * @param {Step} parent @param {Pick<Api.PositionJson, "last" | "board" | "result" | "legal" | "opening">} found after the move
   */
  add(parent, { last, board, result, legal, opening }) {
    const move = /** @type {Api.MoveJson} */ (last),
      known = parent.steps.find((one) => one.move.move === move.move);
    if (known) return known;
    const step = this._take({ id: this._next, parent: parent.id, move, board, result, legal, opening });
    this.version += 1;
    return step;
  }

  /** Take a step away with all that follows it. @param {Step} step the root cannot be taken away */
  remove(step) {
    if (!step.parent) return;
    const { parent } = step;
    parent.steps.splice(parent.steps.indexOf(step), 1);
    if (parent.latest === step) parent.latest = null;
    /** @type {Step[]} */
    const gone = [step];
    for (let one = gone.pop(); one; one = gone.pop()) {
      this._byId.delete(one.id);
      gone.push(...one.steps);
      if (one === this.current) this.current = parent;
    }
    this.version += 1;
  }

  /** Put back what was taken away. @param {Played} step @param {number} at its place among the continuations */
  restore(step, at) {
    step.parent.steps.splice(at, 0, step);
    const back = [step];
    for (let one = back.pop(); one; one = back.pop()) {
      this._byId.set(one.id, one);
      back.push(...one.steps);
    }
    this.version += 1;
  }

  /** The first step of the variation that `step` belongs to; null on the main line. @param {Step} step */
  branch(step) {
    for (let at = step; at.parent; at = at.parent) if (at.parent.steps[0] !== at) return at;
    return null;
  }

  /** Make the variation that `step` belongs to the main one of its fork. @param {Step} step */
  promote(step) {
    const first = this.branch(step),
      steps = first?.parent?.steps;
    if (!first || !steps) return;
    steps.splice(steps.indexOf(first), 1);
    steps.unshift(first);
    this.version += 1;
  }

  /** @param {Step} step @param {string} text */
  comment(step, text) {
    if (step.comment === text) return;
    step.comment = text;
    this.version += 1;
  }

  /** Set a mark in place of another, or take it away. @param {Step} step @param {string} mark */
  mark(step, mark) {
    const nag = MARKS[mark],
      there = step.nags.includes(nag);
    step.nags = step.nags.filter((one) => !SHOWN.has(one));
    if (!there) step.nags.push(nag);
    this.version += 1;
  }

  /** Draw a mark on the board of a step; the same one again takes it away. @param {Step} step @param {Api.MarkJson} mark */
  draw(step, mark) {
    const place = (/** @type {Api.MarkJson} */ one) => `${one.kind} ${one.cells}`;
    const marks = /** @type {Api.MarkJson[]} */ (step.more.marks ?? []),
      old = marks.find((one) => place(one) === place(mark)),
      rest = marks.filter((one) => one !== old);
    step.more.marks = old?.color === mark.color ? rest : [...rest, mark];
    if (!step.more.marks.length) delete step.more.marks;
    this.version += 1;
  }

  /** Go to the place that a line of moves names; where the tree does not have them, stay before. @param {string[]} moves @param {number} at how many of them lead to the step on the board */
  follow(moves, at) {
    let step = this.root,
      shown = this.root;
    for (const move of moves) {
      const next = step.steps.find((one) => one.move.move === move);
      if (!next) break;
      step = next;
      if (step.ply <= at) shown = step;
    }
    this.go(step);
    this.go(shown);
  }

  /** Whether there is more than one line of moves: variations, or what was written or drawn. */
  isMore() {
    return [...this._byId.values()].some(
      (step) => step.steps.length > 1 || step.comment || step.nags.length || step.more.marks,
    );
  }

  /** The game as a request to the server describes it: moves as texts, no boards. @returns {Api.RecordFields} */
  toRecord() {
    const { nodes: _, faults, repairs, cut, ...header } = this.record;
    /** @type {Api.NodeFields[]} */
    const nodes = [],
      waiting = [this.root];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      nodes.push({
        id: one.id,
        parent: one.parent?.id ?? null,
        ...(one.move ? { move: one.move.move } : {}),
        ...(one.comment ? { comment: one.comment } : {}),
        ...(one.nags.length ? { nags: one.nags } : {}),
        ...one.more,
      });
      waiting.push(...[...one.steps].reverse());
    }
    return /** @type {Api.RecordFields} */ ({ ...header, nodes });
  }

  /** A step as a request for its position. @param {Step} [step] */
  position(step = this.current) {
    const { game, variant, rules, start } = this.record;
    return { game, variant, rules, start, moves: this.moves(step) };
  }
}
