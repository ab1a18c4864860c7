/** Stand-ins for what the browser does by itself: time and sockets. */

/** Run with timers that move only when told to: `run` gets a function that lets milliseconds pass. */
export async function withTimers(run) {
  const own = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  let now = 0,
    next = 1;
  const waiting = new Map();
  globalThis.setTimeout = (act, pause = 0) => {
    waiting.set(next, { at: now + pause, act });
    return next++;
  };
  globalThis.clearTimeout = (id) => {
    waiting.delete(id);
  };
  try {
    await run((pause) => {
      now += pause;
      for (const [id, { at, act }] of [...waiting].sort((a, b) => a[1].at - b[1].at)) {
        if (at > now || !waiting.delete(id)) continue;
        act();
      }
    });
  } finally {
    Object.assign(globalThis, own);
  }
}

/**
 * Run with sockets that connect, hear and close when told to; `run` gets those that were made, and lets time pass. Requests
 * are not answered.
 */
export async function withSockets(run) {
  const own = { WebSocket: globalThis.WebSocket, fetch: globalThis.fetch },
    made = [];
  globalThis.fetch = () => new Promise(() => {});
  globalThis.WebSocket = class extends EventTarget {
    static CONNECTING = 0;
    static OPEN = 1;
    readyState = 0;
    sent = [];
    constructor(address) {
      super();
      this.address = address;
      made.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    open() {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    }
    hear(message) {
      this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
    }
    close() {
      this.readyState = 3;
      this.dispatchEvent(new Event("close"));
    }
  };
  try {
    await withTimers((pass) => run(made, pass));
  } finally {
    Object.assign(globalThis, own);
  }
}
