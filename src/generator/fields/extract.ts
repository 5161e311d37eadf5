import { withoutNoise } from '../../base/noise.js';
import { isAhead } from '../../dates/find-date.js';
import { linkText } from '../page/page.js';
import type { ElementNode } from '../page/tree.js';
import { documentsOf } from '../survey/documents.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { rowAuthors } from './author.js';
import { datesOf } from './context-date.js';
import { dateInAddress } from './date.js';
import type { DateChoice } from './date-slots.js';
import { descriptionOf } from './description.js';
import { imageOf } from './image.js';
import type { TitleHints } from './title-hints.js';

/** Maximum number of entries of one document; the stores are measured with this number. */
export const MAX_ENTRIES = 500;

/**
 * Reads the fields of every record, one record for each item; those without a title are left out.
 * Items beyond the limit of a document get only a title and a date. Records of one address are
 * teasers of one item, unless they are separate entries; see `isOwnEntry`.
 */
export function extractItems(
  survey: Survey,
  titled: readonly { record: PageRecord; title: string }[],
  hints: TitleHints,
  slot?: string,
): { items: FoundItem[]; date: DateChoice | null } {
  const { page, dates } = survey;
  const isDate = (text: string) => text.length <= 60 && dates.day(text) !== null;
  const records = titled.map(({ record }) => record);
  const { dates: shownDates, choice } = datesOf(survey, records, slot);
  const items = new Map<string, FoundItem>();
  const entries = new Map<string, ShownEntry>();
  for (const [at, { record, title }] of titled.entries()) {
    const { url, identity: address } = record.link;
    if (title === '') continue;
    const day = shownDates[at] ?? null;
    const shown = day === null || isAhead({ time: day }, survey.now) ? null : day;
    const first = items.get(address);
    // Two adjacent bare links are the title and the summary of one entry.
    const list = record.root === record.link.element ? null : record.root.parent;
    const other = { title, shown, list };
    const isOwn = first !== undefined && isOwnEntry(other, entries.get(address));
    const identity = isOwn ? `${address} ${title}` : address;
    if (first === undefined) entries.set(address, other);
    if (items.has(identity)) {
      const teasers = first?.teasers ?? [];
      if (first === undefined || teasers.length >= MAX_TEASERS) continue;
      teasers.push({ title, description: descriptionOf(page, record, title, hints) });
      first.teasers = teasers;
      continue;
    }
    const isEntry = items.size < MAX_ENTRIES;
    const date = shown ?? dateInAddress(url, survey.now);
    const dateAhead = date === null && isEntry ? day : null;
    const documents = isEntry ? documentsOf(page, record) : [];
    items.set(identity, {
      url,
      identity,
      title,
      date,
      ...(dateAhead !== null && { dateAhead }),
      ...(shown === null && date !== null ? { dateFromAddress: true } : {}),
      image: isEntry ? imageOf(page, record) : null,
      authors: isEntry ? rowAuthors(page, record, isDate, hints.repeated) : [],
      description: isEntry ? descriptionOf(page, record, title, hints) : '',
      ...(documents.length > 0 && {
        documents: documents.map((link) => ({
          url: link.url,
          title: linkText(page, link.element),
        })),
      }),
    });
  }
  return { items: withoutSharedPictures([...items.values()]), date: choice };
}

/** A record with its title and date in the list. */
interface ShownEntry {
  title: string;
  /** The visible date, in milliseconds since the epoch. */
  shown: number | null;
  list: ElementNode | null;
}

/**
 * True if a record is a separate entry of the same list at the same address: a beta and its
 * release, or the event of another year. Both have a date, or their titles differ only in numbers.
 */
function isOwnEntry({ title, shown, list }: ShownEntry, first: ShownEntry | undefined): boolean {
  if (first === undefined || list === null || list !== first.list) return false;
  const [one, other] = [withoutNoise(title), withoutNoise(first.title)];
  if (one.includes(other) || other.includes(one)) return false;
  const isDated = shown !== null && first.shown !== null;
  return isDated || one.replace(/\p{N}+/gu, '0') === other.replace(/\p{N}+/gu, '0');
}

/** Maximum number of further teasers kept per item. */
const MAX_TEASERS = 5;

/** Minimum number and share of the items with the same picture for it to be a logo or an icon. */
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

/** One item as a strategy found it; unknown values are null. */
export interface FoundItem {
  url: string;
  /** Identity for comparing items; see identityOf. */
  identity: string;
  title: string;
  /** Further records of the same item. */
  teasers?: { title: string; description: string }[];
  /** Milliseconds since the epoch. */
  date: number | null;
  /** The day of an event, in milliseconds since the epoch, if the item has no other date. */
  dateAhead?: number;
  /** True if the date was read only from the address, so that any other is better. */
  dateFromAddress?: true;
  image: string | null;
  authors: string[];
  description: string;
  /**
   * The other documents of its row with the texts of their links: the minutes next to the agenda.
   */
  documents?: { url: string; title: string }[];
}

/**
 * Completes items with values that structured data has for the same address. Values on the page
 * take precedence, because sites often forget to update structured data.
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
