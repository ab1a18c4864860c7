/**
 * The service worker: shows `offline/page.html` if the page is opened while the server is not running.
 *
 * It keeps only the files of that page, all of one version, and answers no other requests. Data from the server is
 * never kept, because it might be out of date, and the modules of the page come from the server, because versions must
 * not be mixed. When another program answers at this address, the worker removes itself.
 */

const worker = /** @type {any} */ (self);
const BUILD_HEADER = "x-hexapoda-build";
const CACHE_PREFIX = "hexapoda-offline-";
const ROOT = new URL(".", location.href).pathname;
const OFFLINE_PAGE = `${ROOT}offline/page.html`;
const OFFLINE_FILES = [
  OFFLINE_PAGE,
  ...["page.css", "page.js", "language.js", "words.js"].map((file) => `${ROOT}offline/${file}`),
];

worker.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(keepFiles().then(() => worker.skipWaiting())),
);
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && [ROOT, `${ROOT}index.html`].includes(pathname))
    event.respondWith(openPage(event));
  else if (OFFLINE_FILES.includes(pathname))
    event.respondWith(keptFile(pathname).then((file) => file ?? fetch(request)));
});

/** Return the page from the server, or the offline page if the server is not running. @param {any} event */
async function openPage(event) {
  try {
    const response = await fetch(event.request),
      build = response.headers.get(BUILD_HEADER);
    // The redirect after an address with a token; its headers cannot be read.
    if (response.type === "opaqueredirect") return response;
    if (!build) event.waitUntil(leaveAddress());
    else if (!(await caches.has(`${CACHE_PREFIX}${build}`))) event.waitUntil(keepFiles());
    return response;
  } catch {
    return (await keptFile(OFFLINE_PAGE)) ?? Response.error();
  }
}

/** Keep the files of the server's version, and delete those of other versions. */
async function keepFiles() {
  const responses = await Promise.all(OFFLINE_FILES.map((file) => fetch(file, { cache: "no-store" })));
  const builds = new Set(responses.map((response) => response.ok && response.headers.get(BUILD_HEADER)));
  const [build] = builds;
  if (builds.size > 1 || !build) return; // the server was just replaced, or another program answers
  const old = await keptNames(),
    cache = await caches.open(`${CACHE_PREFIX}${build}`);
  await Promise.all(OFFLINE_FILES.map((file, k) => cache.put(file, responses[k])));
  await Promise.all(
    old.filter((name) => name !== `${CACHE_PREFIX}${build}`).map((name) => caches.delete(name)),
  );
}

/** @param {string} file @returns {Promise<Response | undefined>} */
async function keptFile(file) {
  const name = (await keptNames()).at(-1);
  return name ? (await caches.open(name)).match(file) : undefined;
}

/** Delete the caches and unregister: another program now serves this address. */
async function leaveAddress() {
  await Promise.all((await keptNames()).map((name) => caches.delete(name)));
  await worker.registration.unregister();
}

const keptNames = async () => (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
