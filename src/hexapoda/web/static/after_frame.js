/**
 * Resolve after the next frame, once the browser has laid out the page; at once on a hidden page, which has no frames.
 * @returns {Promise<void>}
 */
export function afterFrame() {
  return new Promise((done) => {
    if (document.hidden) {
      done();
      return;
    }
    const hidden = () => {
      if (document.hidden) ready();
    };
    const ready = () => {
      document.removeEventListener("visibilitychange", hidden);
      setTimeout(done);
    };
    document.addEventListener("visibilitychange", hidden);
    requestAnimationFrame(ready);
  });
}
