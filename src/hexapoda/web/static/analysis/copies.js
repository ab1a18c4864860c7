/**
 * Copies of analyses in this browser, from the moment of a change until the server has confirmed it. They outlive a
 * killed server and a closed browser.
 *
 * @typedef {{key: string, id: number | null, revision: string, name: string, record: any, first: any, time: number}} Copy
 *   `id` and `revision` are those of the server, null and empty before its first answer; `record` is null once the
 *   server has all of it; `first` is what was sent to create it, while the answer is missing
 */

const NAME = "hexapoda", SHELF = "analyses";
const MOST = 200; // confirmed copies, which only tell the numbers of the server

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answerOf = (request) => new Promise((resolve, reject) => {
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
    const { transaction } = await shelf("readwrite"), written = new Promise((resolve, reject) => {
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
