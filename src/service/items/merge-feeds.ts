import { AcrossFeeds, repeatedTitles } from '../../base/same/across-feeds.js';

/** The columns of an item that show whether another feed has the same item. */
export interface MergeableRow {
  feed_id: string;
  url: string;
  title: string;
  description_text: string;
  date_published: number | null;
  added_at: number;
}

/**
 * Merges the items of several feeds in display order, without duplicates; items of the same feed
 * are never merged.
 */
export function mergeFeeds<Row extends MergeableRow>(rows: readonly Row[]): Row[] {
  return new AcrossFeeds().merge(rows, storyFacts);
}

/** As `mergeFeeds`, for values that contain the row of an item. */
export function mergeFound<Found extends { row: MergeableRow }>(found: readonly Found[]): Found[] {
  return new AcrossFeeds().merge(found, ({ row }) => storyFacts(row));
}

/** The rows whose texts are needed to decide whether they equal a row of another feed. */
export function withRepeatedTitle<Row extends Omit<MergeableRow, 'description_text'>>(
  rows: readonly Row[],
): Row[] {
  return repeatedTitles(rows, ({ feed_id, title }) => ({ feed: feed_id, title }));
}

function storyFacts({
  feed_id,
  url,
  title,
  description_text,
  date_published,
  added_at,
}: MergeableRow) {
  const time = date_published ?? added_at;
  return { feed: feed_id, url, title, text: description_text, time };
}
