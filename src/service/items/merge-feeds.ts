import { AcrossFeeds } from '../../base/across-feeds.js';

/** The columns of an item that tell whether another feed has it, too. */
export interface MergeableRow {
  feed_id: string;
  url: string;
  title: string;
  date_published: number | null;
  added_at: number;
}

/** Items of several feeds in display order, each once; items of one feed are never one. */
export function mergeFeeds<Row extends MergeableRow>(rows: readonly Row[]): Row[] {
  return new AcrossFeeds().merge(rows, factsOf);
}

/** The same for values with the row of an item. */
export function mergeFound<Found extends { row: MergeableRow }>(found: readonly Found[]): Found[] {
  return new AcrossFeeds().merge(found, ({ row }) => factsOf(row));
}

function factsOf({ feed_id, url, title, date_published, added_at }: MergeableRow) {
  return { feed: feed_id, url, title, time: date_published ?? added_at };
}
