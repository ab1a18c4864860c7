/**
 * Base classes for the elements of the page. They have no shadow root, so that the style sheets and shapes of the page
 * apply to them.
 */

import { LitElement } from "./vendor/lit/lit.js";

export class PageElement extends LitElement {
  constructor() {
    super();
    /** @type {AbortController | null} */
    this._listening = null;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this._listening = new AbortController();
    const { signal } = this._listening;
    for (const [name, act] of Object.entries(this.windowEvents())) addEventListener(name, act, { signal });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._listening?.abort();
  }

  /**
   * Return the handlers of window events by name; they are attached while the element is in the page.
   * @returns {Record<string, (event: any) => void>}
   */
  windowEvents() {
    return {};
  }

  /** @param {string} name of an event @param {any} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** An element that renders one `<dialog>`. */
export class PageDialog extends PageElement {
  /** @returns {HTMLDialogElement} */
  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector("dialog"));
  }

  open() {
    this.dialog.showModal();
  }

  shut() {
    this.dialog.close();
  }

  /** Close the dialog on a click outside it. @param {MouseEvent} event */
  shutBeside(event) {
    if (event.target === this.dialog) this.shut();
  }
}

/** An element that `main.js` shows for an address. */
export class PageView extends PageElement {
  /** @type {Record<string, object>} */
  static properties = { games: { attribute: false }, address: { attribute: false } };

  constructor() {
    super();
    /** The games of the catalog. @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this.route();
  }

  /** Show what the address asks for. @returns {void | Promise<void>} */
  route() {}
}
