/** After the next frame, when the browser has laid the page out. A page in the background has no frames and waits for none. @returns {Promise<void>} */
export function afterFrame() {
  return new Promise((done) => {
    if (document.hidden) setTimeout(done);
    else requestAnimationFrame(() => setTimeout(done));
  });
}
