import type { CreateFeedBody, FiltersInput, UpdateFeedSettingsBody } from '../../contract/index.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { SiteMarker } from './site-marker.js';
import type { SiteState } from './site-state.js';

/** A feed of the site, as its owner wants it. */
export interface SiteFeed {
  /** Identifies the source between builds; see `siteKey`. */
  key: string;
  /** The source, its filters and its access. */
  body: CreateFeedBody;
  title?: string | undefined;
  description?: string | undefined;
  icon?: string | undefined;
  settings: UpdateFeedSettingsBody;
  slug?: string | undefined;
}

/** A bundle of the site. */
export interface SiteBundle {
  key: string;
  name: string;
  description?: string | undefined;
  icon?: string | undefined;
  filters?: FiltersInput | undefined;
  slug?: string | undefined;
  /** Keys of its feeds. */
  members: readonly string[];
}

/** What a build is made from. */
export interface SiteRequest {
  feeds: readonly SiteFeed[];
  bundles: readonly SiteBundle[];
  /** What the site is called. */
  title: string;
  /** Whether pictures of items are fetched and stored next to the pages. */
  pictures: boolean;
  /** Where the site is published, ending with a slash; null when unknown. */
  siteUrl: string | null;
  /** Sources fetched more recently are not fetched again, in milliseconds. */
  maxAgeMs: number;
  /** Slugs whose feed has a new address: the feed keeps its id and items. */
  moved: readonly string[];
  /** What the last build remembered; null for the first one, or when it was lost. */
  state: SiteState | null;
  /** What the output directory says about its files; null for a new directory. */
  marker: SiteMarker | null;
  /** Reads a file of the output directory; null when there is none. */
  readFile(name: string): Promise<string | null>;
  /** The same without decoding it. */
  readBytes(name: string): Promise<Uint8Array | null>;
  /** Takes a new or changed file as soon as it is made: the texts of all files are not kept. */
  writeFile(name: string, content: string | Uint8Array): Promise<void>;
  /** Called for each fetched source. */
  onFetched?: ((outcome: FeedOutcome) => void) | undefined;
  /** Called once, with the number of sources to fetch. */
  onStart?: ((sources: number) => void) | undefined;
  signal: AbortSignal;
}
