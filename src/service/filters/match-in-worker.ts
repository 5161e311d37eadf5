import { ServiceError } from '../core/errors.js';
import { runInWorker } from '../core/worker/pool.js';
import type { WorkerJob } from '../core/worker/worker-job.js';
import { regexSize } from './regexes.js';
import type { SearchedItem } from './searched-item.js';
import { firstToHide, type HiddenByFilter, readFilters } from './stored-filters.js';

/** An item and the filters that apply to it. */
export interface FilteredItem {
  item: SearchedItem;
  /** See column `filters` of feeds. */
  columns: readonly string[];
}

/**
 * Time for which filters that took too long are refused without another attempt, in milliseconds.
 */
const REFUSED_MS = 10 * 60_000;

/** The end of the refusal of each set of columns; the oldest first. */
const refusedUntil = new Map<string, number>();
const MAX_REFUSED = 500;

const MATCHING: WorkerJob<readonly FilteredItem[], (HiddenByFilter | null)[]> = {
  name: 'filters',
  deadlineMs: 2000,
  here: firstToHideEach,
  refusal: () => new ServiceError('INVALID_FIELD', 'The filters take too long.'),
};

/** The rule that hides each item; null if the item is shown. */
export async function firstToHideEach(
  items: readonly FilteredItem[],
): Promise<(HiddenByFilter | null)[]> {
  const found = [];
  for (const { item, columns } of items) found.push(await firstToHide(item, columns));
  return found;
}

/**
 * Matches items in a worker thread with a deadline for all of them.
 * @throws ServiceError INVALID_FIELD naming the largest regular expression if it takes too long
 */
export async function matchInWorker(
  items: readonly FilteredItem[],
): Promise<(HiddenByFilter | null)[]> {
  const columns = [...new Set(items.flatMap((item) => item.columns))].sort();
  const key = columns.join('\n');
  if ((refusedUntil.get(key) ?? 0) > performance.now()) throw await tooSlow(columns);
  try {
    return await runInWorker(MATCHING, items.map(plainFilters));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    refusedUntil.delete(key);
    refusedUntil.set(key, performance.now() + REFUSED_MS);
    const [oldest] = refusedUntil.keys();
    if (refusedUntil.size > MAX_REFUSED && oldest !== undefined) refusedUntil.delete(oldest);
    throw await tooSlow(columns);
  }
}

/** Only the fields that rules search are sent to the other thread. */
function plainFilters({ item, columns }: FilteredItem): FilteredItem {
  const { title, description_text, summary, authors, tags, url } = item;
  return {
    item: {
      title,
      description_text,
      authors,
      url,
      ...(summary !== undefined && { summary }),
      ...(tags && { tags }),
    },
    columns,
  };
}

async function tooSlow(columns: readonly string[]): Promise<ServiceError> {
  let largest = { text: '', size: -1 };
  for (const { include, exclude } of columns.map(readFilters)) {
    for (const text of [...include, ...exclude]) {
      const size = await regexSize(text);
      if (size > largest.size) largest = { text, size };
    }
  }
  return new ServiceError(
    'INVALID_FIELD',
    `The filters take too long on the texts of these items, most likely the rule ${largest.text}. ` +
      'Use smaller counts in {…}, or limit it to title:.',
  );
}
