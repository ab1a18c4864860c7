/** Knows which of several questions is the latest, so that the page drops an answer that comes too late. */
export class Latest {
  constructor() {
    this._count = 0;
  }

  /** Begin something new: what was asked before is out of date. @returns {() => boolean} whether this is still the latest */
  begin() {
    this._count += 1;
    return this.current();
  }

  /** Ask about what is shown now. @returns {() => boolean} whether nothing new began since */
  current() {
    const own = this._count;
    return () => own === this._count;
  }
}
