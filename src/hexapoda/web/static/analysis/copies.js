/**
 * Copies of analyses in this browser. A copy holds every change until the server has confirmed it, so that nothing is
 * lost if the server is killed or the browser is closed.
 *
 * @typedef {{key: string, id: number | null, revision: string, name: string, record: Api.RecordFields | null,
 *   first: Api.NewAnalysis | null, time: number}} Copy `id` and `revision` come from the server, and are null and ""
 *   before its first answer; `record` is null once the server has all changes; `first` is the request that creates the
 *   analysis, until it is answered
 */

const NAME = "hexapoda",
  SHELF = "analyses";
const MOST = 200; // confirmed copies, kept only because they map keys to the server's numbers
const ENDING = 300; // milliseconds that a closed tab may take to release its locks

/** @type {Promise<IDBDatabase> | null} */
let opened = null;
/** The keys of the copies that this tab is working on. @type {Set<string>} */
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
 * @param {Copy | null} [before] the copy that it replaces; if another tab has changed that copy since, nothing
 *   is written
 * @returns {Promise<boolean>} false if storage is full or not allowed
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
    // Without storage, there are no copies.
  }
}

/** Forget all but the latest `MOST` copies that the server has confirmed. */
export async function tidyCopies() {
  const done = (await allCopies()).filter((one) => !one.record);
  if (done.length > MOST) await removeCopies(done.slice(MOST).map((one) => one.key));
}

// ---- copies in use by open tabs --------------------------------------------------------------------

/** @param {string} key */
const lockOf = (key) => `hexapoda.analysis.${key}`;

/**
 * Lock a copy, so that other tabs know that this one is working on it. The browser releases
 * the lock when the tab closes.
 * @param {string} key @returns {() => void} a function that releases the lock
 */
export function holdCopy(key) {
  /** @type {(nothing?: unknown) => void} */
  let free = () => {};
  const until = new Promise((resolve) => {
    free = resolve;
  });
  held.add(key);
  navigator.locks?.request(lockOf(key), () => until).catch(() => {}); // the page is being left
  return () => {
    held.delete(key);
    free();
  };
}

/**
 * Call `act` unless another tab is working on a copy. Without locks, as over plain HTTP, always call it.
 * @template T @param {string} key of the copy @param {() => Promise<T>} act @returns {Promise<T | null>} null if it was
 *   not called
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
