import { normalisedSource } from '../../contract/index.js';
import { withoutTracking } from '../items/tracking-parameters.js';

/** What tells whether two items of a bundle are the same story. */
export interface BundleCandidate {
  url: string;
  title: string;
  date_published: number | null;
  added_at: number;
}

/** Shorter titles ("Weekly links") are shared by items that have nothing else in common. */
const MEANINGFUL_TITLE = 20;
const SAME_STORY_MS = 24 * 60 * 60_000;

/**
 * Leaves one item a story: the same address, or the same title of 20 characters or more within
 * 24 hours. Of several the one furthest back stays, so that a story told again by another feed
 * does not come up a second time.
 * @param items in the order they will be shown, which is kept.
 */
export function deduplicate<Item extends BundleCandidate>(items: readonly Item[]): Item[] {
  const addresses = new Set<string>();
  const titles = new Map<string, number[]>();
  return items
    .toReversed()
    .filter((item) => {
      const address = addressOf(item);
      const title = titleOf(item);
      const times = title === null ? [] : (titles.get(title) ?? []);
      const known =
        (address !== null && addresses.has(address)) ||
        times.some((time) => Math.abs(time - timeOf(item)) <= SAME_STORY_MS);
      if (address !== null) addresses.add(address);
      // Of what is shown alone: a title that comes back every 20 hours is not one endless story.
      if (title !== null && !known) titles.set(title, [...times, timeOf(item)]);
      return !known;
    })
    .toReversed();
}

/** What two items of the same address have in common, or null for one without an address. */
export function addressOf(item: { url: string }): string | null {
  return item.url === '' ? null : normalisedSource(withoutTracking(item.url));
}

function titleOf(item: BundleCandidate): string | null {
  const title = item.title.trim().replace(/\s+/g, ' ').toLowerCase();
  return title.length >= MEANINGFUL_TITLE ? title : null;
}

function timeOf(item: BundleCandidate): number {
  return item.date_published ?? item.added_at;
}
