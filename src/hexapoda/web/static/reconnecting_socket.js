/** `ReconnectingSocket`: a WebSocket to the server that reconnects by itself when the connection is lost. */

import { ROOT } from "./request.js";
import { askServer } from "./server_state.js";
import { inLanguage } from "./words.js";

const PAUSES = [300, 700, 1500, 3000, 5000]; // milliseconds before each new attempt to connect

/**
 * @typedef {{hear: (message: any) => void, link: (linked: boolean) => void}} Ends `hear` handles
 *   messages; `link` is called when the connection opens or is lost
 */

export class ReconnectingSocket {
  /**
   * @param {string} path below the root of the API
   * @param {{greeting: (again: boolean) => object | null, settled: string}} habits `greeting` returns the first message
   *   of each connection; `settled` is the type of messages that prove that the server has admitted this page: an open
   *   connection proves nothing, because the server accepts it even to refuse a page
   * @param {Ends} ends no longer called once this page has closed the socket
   */
  constructor(path, { greeting, settled }, ends) {
    this._path = path;
    this._greeting = greeting;
    this._settled = settled;
    this._ends = ends;
    this._attempts = 0;
    this._closed = false;
    this._timer = 0;
    /** @type {WebSocket | null} */
    this._socket = null;
    /** Messages that wait for the connection to open. @type {object[]} */
    this._waiting = [];
    this._connect();
  }

  /** Whether there is a connection. */
  get linked() {
    return this._socket?.readyState === WebSocket.OPEN;
  }

  _connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${ROOT}${this._path}`);
    this._socket = socket;
    socket.addEventListener("open", () => {
      if (this._closed) {
        socket.close();
        return;
      }
      const first = this._greeting(this._attempts > 0);
      for (const message of [...(first ? [first] : []), ...this._waiting.splice(0)])
        socket.send(JSON.stringify(message));
      this._ends.link(true);
    });
    socket.addEventListener("message", (event) => {
      if (this._closed) return;
      const message = inLanguage(JSON.parse(event.data));
      if (message.type === this._settled) this._attempts = 0;
      this._ends.hear(message);
    });
    socket.addEventListener("close", () => {
      if (this._closed) return;
      this._waiting = [];
      this._ends.link(false);
      askServer();
      const pause = PAUSES[Math.min(this._attempts, PAUSES.length - 1)];
      this._attempts += 1;
      this._timer = setTimeout(() => this._connect(), pause);
    });
  }

  /**
   * Send a message, or queue it while the connection is being opened; return false if there is no connection.
   * @param {object} message
   */
  send(message) {
    const state = this._socket?.readyState;
    if (state === WebSocket.CONNECTING) this._waiting.push(message);
    else if (state === WebSocket.OPEN) this._socket?.send(JSON.stringify(message));
    return state === WebSocket.CONNECTING || state === WebSocket.OPEN;
  }

  close() {
    this._closed = true;
    clearTimeout(this._timer);
    // Browsers log an error if a connection is closed while it is being opened: `_connect` closes it once it is open.
    if (this._socket?.readyState !== WebSocket.CONNECTING) this._socket?.close();
  }
}
