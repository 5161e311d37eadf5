import type { DocumentChoice, Filters, KeywordMode, Selectors } from '../../client/index.js';
import type { RenderChoice } from '../../contract/render-steps.js';
import type { Problem } from './problem.js';
import type { AccessReferences } from './secret-reference.js';

/** Position in a file; both numbers start at 1. */
export interface Position {
  line: number;
  column: number;
}

/** The source of a feed, in the terms of the file. */
export type SourceSpec = UrlSource | NewsSource;

export interface UrlSource {
  url: string;
  /** CSS selectors; only a feedctl service supports them. */
  selectors?: Selectors;
  /** Which document of the address to read; only a feedctl service supports it. */
  from?: DocumentChoice;
  /** Whether a browser opens the page; only a feedctl service supports it. */
  render?: RenderChoice;
  /** What the browser does before the page is read; see `parseStep`. */
  steps?: string[];
}

export interface NewsSource {
  mode: KeywordMode;
  /** The search terms, or the full headline. */
  text: string;
  /** `CC:lang` in canonical form. */
  region: string;
}

/** Fields of a feed that PATCH changes. Absent fields are not changed. */
export interface FeedFields {
  title?: string;
  description?: string;
  icon?: string;
  /** Which items are shown; only a feedctl service supports it. */
  filters?: Filters;
}

/** A feed of the file. */
export interface FeedEntry extends FeedFields {
  source: SourceSpec;
  /** Null: the authors of the source. Absent: not changed. */
  customAuthor?: string | null;
  /** Fetch interval: a duration, `auto` or `paused`. Absent: not changed. */
  interval?: string;
  /** Hours without fetches: `22:00-06:00 Europe/Berlin` or `none`. Absent: not changed. */
  quietHours?: string;
  /** Whether items have the text of their pages. Absent: not changed. */
  fullText?: boolean;
  /** Where the secrets of the source are. Absent: not changed; empty: none. */
  access?: AccessReferences;
  /** Names its files in a static site; a service does not store it. */
  slug?: string;
  at: Position;
}

/** A member of a bundle: one of the feeds of the same file. */
export interface MemberEntry {
  source: SourceSpec;
  at: Position;
}

/** A bundle of the file; its name is its key. */
export interface BundleEntry {
  name: string;
  description?: string;
  icon?: string;
  filters?: Filters;
  /** Names its files in a static site; a service does not store it. */
  slug?: string;
  /** Absent: the members are not changed. */
  feeds?: MemberEntry[];
  at: Position;
}

/** An invalid entry of a file. */
export interface UnusableEntry {
  kind: 'feed' | 'bundle' | 'member';
  /** Title of a feed, name of a bundle; empty when it has none. */
  title: string;
  /** The source as written; empty when it is missing. */
  value: string;
  /** Its problems with their positions; at least one. */
  problems: readonly Problem[];
}

/** The desired state of an account. */
export interface Manifest {
  feeds: FeedEntry[];
  bundles: BundleEntry[];
  /** Warnings about how the file was interpreted. */
  notes: string[];
  /** Skipped entries; always empty for a strictly read file. */
  skipped: UnusableEntry[];
}

export function isNews(source: SourceSpec): source is NewsSource {
  return 'mode' in source;
}
