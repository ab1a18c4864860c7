/** Tracks which of several requests is the latest, so that the page can drop an answer that comes too late. */
export class Latest {
  constructor() {
    this._count = 0;
  }

  /** Begin a request, which supersedes all earlier ones. @returns {() => boolean} whether it is still the latest */
  begin() {
    this._count += 1;
    return this.current();
  }

  /** Begin a request that supersedes none. @returns {() => boolean} whether it has not been superseded */
  current() {
    const own = this._count;
    return () => own === this._count;
  }
}
