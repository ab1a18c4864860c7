/** After the next frame, when the browser has laid the page out. A page in the background has no frames: for it, at once. @returns {Promise<void>} */
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
