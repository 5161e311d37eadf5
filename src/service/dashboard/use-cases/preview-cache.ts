import type { Preview } from '../../../contract/index.js';
import type { PointedLists } from '../../../generator/service.js';
import type { Clock } from '../../core/time.js';
import type { ReadPage } from '../../feeds/preview.js';

/** Time for which a preview is kept, in milliseconds: long enough to try filters on it. */
const LIFE_MS = 5 * 60_000;
/** Maximum number of previews in this process; each can have 500 items. */
const MAX_PREVIEWS = 20;
/**
 * Maximum number of characters of all their pages: the HTML of a page can have 4 million, and its
 * saved page as many.
 */
const MAX_CHARACTERS = 16_000_000;

export interface Kept {
  preview: Preview;
  /** The page of the source; undefined if the source is not a page, or was not read. */
  page: KeptPage | undefined;
  at: number;
}

/** A style sheet of a page: its text, or the address of a linked one. */
export type Sheet = { media: string } & ({ text: string } | { href: string });

/** A page that was read, with the saved page that is shown for it. */
export interface KeptPage extends ReadPage {
  drawn: string;
  /** The style sheets of the page, in their order. */
  sheets: readonly Sheet[];
  /** The cleaned style sheets; they are read when the page is shown for the first time. */
  styles?: string;
  /** The lists that were last found around the clicked places, with these places. */
  pointed?: { places: string; lists: PointedLists };
}

/**
 * The last previews of this process, so that other filters, or another list of the same page, need
 * no request to the source. Another process reads the source again.
 */
export class PreviewCache {
  readonly #clock: Clock;
  /** Previews by account and source, the oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(accountId: string, source: unknown): Kept | undefined {
    const kept = this.#kept.get(previewKey(accountId, source));
    return kept === undefined || kept.at + LIFE_MS < this.#clock.now() ? undefined : kept;
  }

  set(accountId: string, source: unknown, preview: Preview, page?: KeptPage): Kept {
    const key = previewKey(accountId, source);
    this.#kept.delete(key);
    const kept = { preview, page, at: this.#clock.now() };
    this.#kept.set(key, kept);
    let characters = 0;
    for (const [at, [name, { page }]] of [...this.#kept].toReversed().entries()) {
      for (const text of [page?.html, page?.drawn, page?.styles]) characters += text?.length ?? 0;
      if (at > 0 && (at >= MAX_PREVIEWS || characters > MAX_CHARACTERS)) this.#kept.delete(name);
    }
    return kept;
  }
}

function previewKey(accountId: string, source: unknown): string {
  return JSON.stringify([accountId, source]);
}
