/** What one look at a page shows. */
export interface Look {
  /** Milliseconds on a clock that only goes forward. */
  at: number;
  /** `document.readyState` is past "loading". */
  parsed: boolean;
  /** Elements and characters: a measure that changes when the document does. */
  size: string;
  /** Requests without an answer yet. */
  pending: number;
}

const QUIET_MS = 500;
/** A page that polls its server is never quiet, so stillness of the document counts by itself. */
const STILL_MS = 4_000;

/** Decides when a page has come to rest: its document still, and its network quiet. */
export class Settling {
  #size: string | null = null;
  #stillSince = 0;
  #quietSince: number | null = null;

  /** Takes note of a look; true when the page has settled. */
  hasSettled({ at, parsed, size, pending }: Look): boolean {
    if (size !== this.#size) this.#stillSince = at;
    this.#size = size;
    if (pending > 0) this.#quietSince = null;
    else this.#quietSince ??= at;
    if (!parsed) return false;
    const still = at - this.#stillSince;
    const quiet = this.#quietSince === null ? 0 : at - this.#quietSince;
    return still >= STILL_MS || (still >= QUIET_MS && quiet >= QUIET_MS);
  }
}
