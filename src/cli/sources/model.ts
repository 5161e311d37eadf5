import type {
  DocumentChoice,
  Filters,
  KeywordMode,
  UpdateFeedBody,
  UpdateFeedSettingsBody,
} from '../../client/index.js';
import type { PageMode } from '../../contract/selectors.js';
import type { Position, Problem } from './problem.js';
import type { AccessReferences, Reference } from './secret-reference.js';

/** The source of a feed, in the terms of the file. */
export type SourceSpec = UrlSource | NewsSource;

export interface UrlSource {
  url: string;
  /** What of the page is followed, if that is not its feed or its list. */
  mode?: PageMode | undefined;
}

export interface NewsSource {
  mode: KeywordMode;
  /** The search terms, or the full headline. */
  text: string;
  /** `CC:lang` in canonical form. */
  region: string;
}

/** What a file says about a feed besides its source, by the names of `FEED_FIELDS`. Absent: not changed. */
export interface FeedValues
  extends Omit<UpdateFeedBody, 'access' | 'filters'>,
    UpdateFeedSettingsBody {
  from?: DocumentChoice | undefined;
  mode?: PageMode | undefined;
  filters?: Filters | undefined;
}

/** The same of a bundle, by the names of `BUNDLE_FIELDS`. */
export type BundleValues = Pick<FeedValues, 'description' | 'icon' | 'filters'>;

/** A feed of the file. */
export interface FeedEntry extends FeedValues {
  source: SourceSpec;
  /** Where the secrets of the source are. Absent: not changed; empty: none. */
  access?: AccessReferences;
  /** Names its files in a static site; a service does not store it. */
  slug?: string;
  at: FeedPosition;
}

/** Where a feed is in its file, and where it refers to secrets. */
export interface FeedPosition extends Position {
  secrets?: readonly (Reference & { at: Position })[];
}

/** A member of a bundle: one of the feeds of the same file. */
export interface MemberEntry {
  source: SourceSpec;
  at: Position;
}

/** A bundle of the file; its name is its key. */
export interface BundleEntry extends BundleValues {
  name: string;
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
  return 'text' in source;
}
