import type { FeedEntry, Manifest } from '../../sources/model.js';

/** A feed of an account, with the address that readers and spreadsheets want beside the source. */
export interface ExportedFeed extends FeedEntry {
  rssFeedUrl: string;
}

/** The state of an account, to be written to a file. */
export interface Exported extends Pick<Manifest, 'bundles'> {
  feeds: ExportedFeed[];
}
