/**
 * `<notices-view>`: the email address for notices that it is the visitor's turn, and the actions that links in these
 * emails request.
 *
 * A link contains a code, which proves that the visitor owns the email address. The code is removed from the page's
 * address and from the browser's history.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageView } from "../page_element.js";
import { carrying, messageOf, post, request } from "../request.js";
import { language } from "../words.js";
import { words } from "../words/notices.js";
import { sentence } from "./sentence.js";

/** The actions that links in emails request. */
const KINDS = /** @type {const} */ (["confirm", "stop", "block"]);

export class NoticesView extends PageView {
  static properties = {
    ...PageView.properties,
    state: { state: true },
    asked: { state: true },
    done: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.NoticesJson | null} */
    this.state = null;
    /** The link's action and its code. @type {{kind: "confirm" | "stop" | "block", code: string} | null} */
    this.asked = null;
    this.done = "";
    this.trouble = "";
    this.busy = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this._do(async () => {
      this.state = await request("/owner/notices");
    });
  }

  route() {
    const kind = KINDS.find((one) => this.address.get(one));
    if (!kind) return;
    this.asked = { kind, code: this.address.get(kind) ?? "" };
    this.done = this.trouble = "";
    history.replaceState(null, "", "#notices");
    // Stopping emails is harmless. Starting or blocking them takes a click, because mail filters also follow links.
    if (kind === "stop") this._answer();
  }

  /** @param {() => Promise<void>} act */
  async _do(act) {
    this.busy = true;
    this.trouble = "";
    try {
      await act();
    } catch (error) {
      this.trouble = messageOf(error);
    }
    this.busy = false;
  }

  /** Perform the action that the link requests. */
  _answer() {
    const { asked } = this;
    if (!asked) return;
    this._do(async () => {
      const { kind, code } = asked;
      if (kind === "confirm") await post("/owner/notices/confirm", { code });
      else await post("/owner/notices/stop", { code, forever: kind === "block" });
      this.asked = null;
      this.state = await request("/owner/notices"); // the link may be for an address given in another browser
      this.done = words.done[kind];
    });
  }

  /** @param {SubmitEvent} event */
  _give(event) {
    event.preventDefault();
    const address = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("address"));
    this.done = "";
    this._do(async () => {
      this.state = await request("/owner/notices", carrying({ address, language }, { method: "PUT" }));
    });
  }

  _delete() {
    this._do(async () => {
      this.state = await request("/owner/notices", { method: "DELETE" });
      this.done = words.deleted;
    });
  }

  _link() {
    if (!this.asked || this.asked.kind === "stop") return nothing;
    const { kind } = this.asked;
    return html`<section class="card"><p>${words.asks[kind]}</p>
      <div class="buttons"><button type="button" class="primary" id="answer" ?disabled=${this.busy} @click=${this._answer}>${words.agree[kind]}</button></div></section>`;
  }

  _address() {
    const { state } = this;
    if (!state) return nothing;
    if (!state.possible) return html`<p>${words.impossible}</p>`;
    if (state.address)
      return html`<section class="card"><p>${state.confirmed ? words.on(state.address) : words.sent(state.address)}</p>
        <div class="buttons"><button type="button" id="delete-address" ?disabled=${this.busy} @click=${this._delete}>${words.remove}</button></div></section>`;
    return html`<form class="card" @submit=${this._give}><p>${words.about}</p>
      <label class="pick" for="mail-address"><span>${words.address}</span><input class="field" id="mail-address" name="address" type="email" required maxlength="254" autocomplete="email"></label>
      <p class="quiet">${words.privacy}</p>
      <div class="buttons"><button type="submit" class="primary" ?disabled=${this.busy}>${words.give}</button></div></form>`;
  }

  render() {
    return html`<main class="your-key"><h1>${words.title}</h1>
      ${this.trouble ? html`<p role="alert" class="trouble">${sentence(this.trouble)}</p>` : nothing}
      <p role="status">${this.done}</p>
      ${this._link()}${this._address()}</main>`;
  }
}

customElements.define("notices-view", NoticesView);
