import { createHash } from 'node:crypto';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import type {
  ReadingState,
  Source,
  SourceReader,
} from '../../../src/service/sources/source-reader.js';
import type { ManualClock } from '../clock.js';

const DAY = 24 * 60 * 60_000;

/** Items a day of the feeds, in turn: all of them fill what is kept within the year. */
const RATES = [2, 4, 8];

/** Entries in a document. */
const WINDOW = 30;

/** Publishers of synthetic items, as many as are asked for: each document follows from the clock. */
export function publishers(clock: ManualClock): SourceReader {
  return {
    readSheets: async () => new Map(),
    readOlder: () => Promise.reject(new Error('There are no older documents.')),
    readArticle: async () => {
      throw new Error('These feeds have no full text.');
    },
    async read(source, state) {
      const feed = Number(new URL(source.sourceUrl).pathname.slice(1));
      const rate = RATES[feed % RATES.length] ?? 1;
      const newest = Math.floor((clock.now() / DAY) * rate);
      const etag = `"${feed}-${newest}"`;
      const next: ReadingState = { ...firstState(source), etag };
      if (state?.etag === etag) return { kind: 'unchanged', state: next, freshForMs: null };
      const entries = Array.from({ length: WINDOW }, (_, index) => {
        const number = newest - index;
        return entry(feed, number, (number / rate) * DAY);
      });
      const document = {
        title: `Publisher ${feed}`,
        description: 'Synthetic news',
        icon: '',
        language: 'en',
        siteUrl: `https://publisher-${feed}.example/`,
        entries,
        schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
      };
      return { kind: 'document', document, state: next, freshForMs: null };
    },
    close: async () => undefined,
  };
}

function firstState({ sourceUrl }: Source): ReadingState {
  return {
    pollUrl: sourceUrl,
    etag: null,
    lastModified: null,
    bodyHash: null,
    origin: 'feed',
    rule: null,
  };
}

/** Of 300 to 1,500 characters, the same whenever it is asked for. */
function entry(feed: number, number: number, datePublished: number): SourceEntry {
  const seed = createHash('sha256').update(`${feed}/${number}`).digest();
  const words = `${seed.toString('hex')} `.repeat(2 + ((seed[0] ?? 0) % 10));
  return {
    guid: `tag:${feed}:${number}`,
    url: `https://publisher-${feed}.example/news/${number}`,
    title: `News ${number} of ${feed}: ${seed.toString('base64url')}`,
    descriptionText: words,
    descriptionHtml: `<p>${words}</p>`,
    thumbnail: null,
    datePublished: Math.round(datePublished),
    authors: [{ name: `Author ${feed}` }],
    sourceHash: seed.toString('hex'),
  };
}
