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

/** The source of a feed, as files describe it. */
export type SourceSpec = UrlSource | NewsSource;

export interface UrlSource {
  url: string;
  /** What the feed makes of its page, if neither its own feed nor its list. */
  mode?: PageMode | undefined;
}

export interface NewsSource {
  mode: KeywordMode;
  /** The search terms, or the full headline. */
  text: string;
  /** News edition, `CC:lang` in canonical form. */
  region: string;
}

/**
 * Values of a feed in a file, besides its source, by the names of `FEED_FIELDS`. Absent: not
 * changed.
 */
export interface FeedValues
  extends Omit<UpdateFeedBody, 'access' | 'filters'>,
    UpdateFeedSettingsBody {
  from?: DocumentChoice | undefined;
  mode?: PageMode | undefined;
  filters?: Filters | undefined;
}

/** Values of a bundle, by the names of `BUNDLE_FIELDS`. */
export interface BundleValues extends Pick<FeedValues, 'description' | 'icon' | 'filters'> {
  all_feeds?: boolean | undefined;
}

/** A feed of the file. */
export interface FeedEntry extends FeedValues {
  source: SourceSpec;
  /** References to the secrets of the source. Absent: not changed; empty: none. */
  access?: AccessReferences;
  /** Base name of its files in a static site; a service does not store it. */
  slug?: string;
  at: FeedPosition;
}

/** Position of a feed in its file, and of its references to secrets. */
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
  /** Base name of its files in a static site; a service does not store it. */
  slug?: string;
  /** Members. Absent: not changed. */
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
