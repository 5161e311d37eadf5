import type { DocumentChoice, KeywordMode, Selectors } from '../../client/index.js';
import type { Problem } from './problem.js';

/** Where something stands in a file; both count from 1. */
export interface Position {
  line: number;
  column: number;
}

/** What a feed is made from, in the words of the file. */
export type SourceSpec = UrlSource | NewsSource;

export interface UrlSource {
  url: string;
  /** What narrows the generator; only feedctl's own service takes it. */
  selectors?: Selectors;
  /** Which document of the address is read; only feedctl's own service takes it. */
  from?: DocumentChoice;
}

export interface NewsSource {
  mode: KeywordMode;
  /** The search, or the whole headline. */
  text: string;
  /** `CC:lang` in its canonical form. */
  region: string;
}

/** The texts of a feed that PATCH changes. A field that is absent is not looked after. */
export interface FeedFields {
  title?: string;
  description?: string;
  icon?: string;
}

/** A feed as the file wants it. */
export interface FeedEntry extends FeedFields {
  source: SourceSpec;
  /** Null: the authors of the source. Absent: not looked after. */
  customAuthor?: string | null;
  /** How often it is fetched: a duration, `auto` or `paused`. Absent: not looked after. */
  interval?: string;
  at: Position;
}

/** A member of a bundle: one of the feeds of the same file. */
export interface MemberEntry {
  source: SourceSpec;
  at: Position;
}

/** A bundle as the file wants it; its name is its key. */
export interface BundleEntry {
  name: string;
  description?: string;
  icon?: string;
  /** Absent: the members are not looked after. */
  feeds?: MemberEntry[];
  at: Position;
}

/** An entry of a file that nothing can be made of. */
export interface UnusableEntry {
  kind: 'feed' | 'bundle' | 'member';
  /** Title of a feed, name of a bundle; empty when it has none. */
  title: string;
  /** What stands where its source does; empty when nothing does. */
  value: string;
  /** What is wrong with it, each with its place; at least one. */
  problems: readonly Problem[];
}

/** The desired state of an account. */
export interface Manifest {
  feeds: FeedEntry[];
  bundles: BundleEntry[];
  /** What a reader of the file should know about how it was understood. */
  notes: string[];
  /** Entries that were left out; always empty for a file that was read strictly. */
  skipped: UnusableEntry[];
}

export function isNews(source: SourceSpec): source is NewsSource {
  return 'mode' in source;
}
