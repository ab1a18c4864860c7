/** The elements of the page: they are drawn into the page itself, so that its style sheets and shapes apply to them. */

import { LitElement } from "./vendor/lit/lit.js";

export class PageElement extends LitElement {
  createRenderRoot() {
    return this;
  }

  /** @param {string} name of an event @param {any} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** An element that renders one `<dialog>`. */
export class PageDialog extends PageElement {
  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector("dialog"));
  }

  open() {
    this.dialog.showModal();
  }

  shut() {
    this.dialog.close();
  }

  /** Close the dialog at a click beside it. @param {MouseEvent} event */
  shutBeside(event) {
    if (event.target === this.dialog) this.shut();
  }
}
