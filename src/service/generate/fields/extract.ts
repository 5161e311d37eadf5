import type { PageRecord } from '../strategies/records/record.js';
import type { Survey } from '../survey.js';
import { authorsOf } from './author.js';
import { datesOf } from './context-date.js';
import { dateInAddress } from './date.js';
import { descriptionOf } from './description.js';
import { imageOf } from './image.js';
import type { TitleHints } from './title-hints.js';

/** Most entries of one document; the stores are measured with this many. */
export const MAX_ENTRIES = 500;

/**
 * Reads the fields of every record, one for each item; those without a title are left out. What is
 * more than a document holds has a title and a date only.
 */
export function extractItems(
  survey: Survey,
  titled: readonly { record: PageRecord; title: string }[],
  hints: TitleHints,
): FoundItem[] {
  const { page, dates } = survey;
  const isDate = (text: string) => text.length <= 60 && dates.text(text) !== null;
  const shownDates = datesOf(
    survey,
    titled.map(({ record }) => record),
  );
  const items = new Map<string, FoundItem>();
  for (const [at, { record, title }] of titled.entries()) {
    const { url, identity } = record.link;
    if (title === '' || items.has(identity)) continue;
    const isEntry = items.size < MAX_ENTRIES;
    const shown = shownDates[at] ?? null;
    const date = shown ?? dateInAddress(url, survey.now);
    items.set(identity, {
      url,
      identity,
      title,
      date,
      ...(shown === null && date !== null ? { dateFromAddress: true } : {}),
      image: isEntry ? imageOf(page, record) : null,
      authors: isEntry ? authorsOf(page, record, isDate) : [],
      description: isEntry ? descriptionOf(page, record, title, hints) : '',
    });
  }
  return withoutSharedPictures([...items.values()]);
}

/** So many items, and such a share of them, with one picture have a logo or an icon. */
const SHARED = 3;
const SHARED_SHARE = 0.3;

function withoutSharedPictures(items: readonly FoundItem[]): FoundItem[] {
  const uses = new Map<string | null, number>();
  for (const { image } of items) uses.set(image, (uses.get(image) ?? 0) + 1);
  const least = Math.max(SHARED, Math.min(items.length, MAX_ENTRIES) * SHARED_SHARE);
  return items.map((item) =>
    (uses.get(item.image) ?? 0) >= least ? { ...item, image: null } : item,
  );
}

/** One item as a strategy found it; what it does not know is null. */
export interface FoundItem {
  url: string;
  /** For comparing items; see identityOf. */
  identity: string;
  title: string;
  /** Milliseconds since the epoch. */
  date: number | null;
  /** The date was only read from the address, so any other is better. */
  dateFromAddress?: true;
  image: string | null;
  authors: string[];
  description: string;
}

/**
 * Fills what an item does not show from what structured data says of the same address. What the
 * page shows stays: structured data is where sites forget to update.
 */
export function enrich(items: readonly FoundItem[], known: readonly FoundItem[]): FoundItem[] {
  const byIdentity = new Map<string, FoundItem[]>();
  for (const item of known) {
    const same = byIdentity.get(item.identity);
    if (same === undefined) byIdentity.set(item.identity, [item]);
    else same.push(item);
  }
  return items.map((item) => {
    const same = byIdentity.get(item.identity);
    return same === undefined ? item : same.reduce(merge, item);
  });
}

function merge(item: FoundItem, known: FoundItem): FoundItem {
  const { dateFromAddress, ...rest } = item;
  const keepsDate = item.date !== null && (dateFromAddress === undefined || known.date === null);
  return {
    ...rest,
    title: item.title || known.title,
    date: keepsDate ? item.date : known.date,
    ...(keepsDate && dateFromAddress ? { dateFromAddress } : {}),
    image: item.image ?? known.image,
    authors: item.authors.length > 0 ? item.authors : known.authors,
    description: item.description || known.description,
  };
}
