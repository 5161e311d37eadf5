import { AcrossFeeds, repeatedTitles } from '../../base/same/across-feeds.js';

/** The columns of an item that tell whether another feed has it, too. */
export interface MergeableRow {
  feed_id: string;
  url: string;
  title: string;
  description_text: string;
  date_published: number | null;
  added_at: number;
}

/** Items of several feeds in display order, each once; items of one feed are never one. */
export function mergeFeeds<Row extends MergeableRow>(rows: readonly Row[]): Row[] {
  return new AcrossFeeds().merge(rows, storyFacts);
}

/** The same for values with the row of an item. */
export function mergeFound<Found extends { row: MergeableRow }>(found: readonly Found[]): Found[] {
  return new AcrossFeeds().merge(found, ({ row }) => storyFacts(row));
}

/** The rows whose texts tell whether they are one with a row of another feed. */
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
