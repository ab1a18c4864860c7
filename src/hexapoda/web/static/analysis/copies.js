/**
 * Copies of analyses in this browser, from the moment of a change until the server has confirmed it. They outlive a
 * killed server and a closed browser.
 *
 * @typedef {{key: string, id: number | null, revision: string, name: string, record: Api.RecordFields | null, first: Api.NewAnalysis | null, time: number}} Copy
 *   `id` and `revision` are those of the server, null and empty before its first answer; `record` is null once the
 *   server has all of it; `first` is what was sent to create it, while the answer is missing
 */

const NAME = "hexapoda",
  SHELF = "analyses";
const MOST = 200; // confirmed copies, which only tell the numbers of the server
const ENDING = 300; // milliseconds that a tab which was closed may take to end

/** @type {Promise<IDBDatabase> | null} */
let opened = null;
/** The keys of the copies on which this tab works. @type {Set<string>} */
const held = new Set();

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SHELF, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** @param {IDBTransactionMode} mode */
async function shelf(mode) {
  return (await open()).transaction(SHELF, mode).objectStore(SHELF);
}

/**
 * Write a copy. @param {Copy} copy
 * @param {Copy | null} [before] the copy that it replaces: if another tab has changed that one meanwhile, nothing is written
 * @returns {Promise<boolean>} whether a copy is on the disk: storage may be full, or not allowed
 */
export async function writeCopy(copy, before = null) {
  try {
    const { transaction } = await shelf("readwrite"),
      written = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
    const onShelf = transaction.objectStore(SHELF);
    if (!before) onShelf.put(copy);
    else {
      const found = onShelf.get(copy.key);
      found.onsuccess = () => {
        if (found.result?.time === before.time) onShelf.put(copy);
      };
    }
    await written;
    return true;
  } catch {
    return false;
  }
}

/** All copies, the latest first. @returns {Promise<Copy[]>} */
export async function allCopies() {
  try {
    const found = await answerOf(/** @type {IDBRequest<Copy[]>} */ ((await shelf("readonly")).getAll()));
    return found.sort((a, b) => b.time - a.time);
  } catch {
    return [];
  }
}

/** Forget copies. @param {string[]} keys */
export async function removeCopies(keys) {
  try {
    const from = await shelf("readwrite");
    for (const key of keys) from.delete(key);
  } catch {
    // Without storage there are none.
  }
}

/** Forget the oldest of the copies that the server has confirmed. */
export async function tidyCopies() {
  const done = (await allCopies()).filter((one) => !one.record);
  if (done.length > MOST) await removeCopies(done.slice(MOST).map((one) => one.key));
}

// ---- the copies of tabs that are open --------------------------------------------------------------

/** @param {string} key */
const lockOf = (key) => `hexapoda.analysis.${key}`;

/**
 * Tell the other tabs that this one works on a copy, until it ends, in whatever way, or calls what this returns.
 * @param {string} key @returns {() => void}
 */
export function holdCopy(key) {
  /** @type {(nothing?: unknown) => void} */
  let free = () => {};
  const until = new Promise((resolve) => {
    free = resolve;
  });
  held.add(key);
  navigator.locks?.request(lockOf(key), () => until).catch(() => {}); // the page goes
  return () => {
    held.delete(key);
    free();
  };
}

/**
 * Do something with a copy unless another tab works on it. Without locks, as over plain HTTP, this is unknown.
 * @template T @param {string} key @param {() => Promise<T>} act @returns {Promise<T | null>} null if another tab does
 */
export async function ifFree(key, act) {
  if (!navigator.locks || held.has(key)) return act();
  let free = false;
  try {
    return await navigator.locks.request(lockOf(key), { signal: AbortSignal.timeout(ENDING) }, () => {
      free = true;
      return act();
    });
  } catch (error) {
    if (free) throw error;
    return null;
  }
}
