import type { CreateFeedBody, FiltersInput, UpdateFeedSettingsBody } from '../../contract/index.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { SiteMarker } from './site-marker.js';
import type { SiteState } from './site-state.js';

/** A feed of the site, as its owner wants it. */
export interface SiteFeed {
  /** Identifies the source between builds; see `siteKey`. */
  key: string;
  /** Source, filters and access. */
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

/** Inputs of a build. */
export interface SiteRequest {
  feeds: readonly SiteFeed[];
  bundles: readonly SiteBundle[];
  /** Title of the site. */
  title: string;
  /** True if pictures of items are fetched and stored next to the pages. */
  pictures: boolean;
  /** Address of the site with a slash at its end; null if it is unknown. */
  siteUrl: string | null;
  /** Maximum age in milliseconds: sources fetched more recently are not fetched again. */
  maxAgeMs: number;
  /** Slugs whose feed has a new address: the feed keeps its id and items. */
  moved: readonly string[];
  /** State of the last build; null for the first one, or if it was lost. */
  state: SiteState | null;
  /** Marker in the output directory; null for a new directory. */
  marker: SiteMarker | null;
  /** Reads a file of the output directory; null if it does not exist. */
  readFile(name: string): Promise<string | null>;
  /** Reads a file without decoding it. */
  readBytes(name: string): Promise<Uint8Array | null>;
  /**
   * Receives each new or changed file as soon as it is made, so that not all texts stay in memory.
   */
  writeFile(name: string, content: string | Uint8Array): Promise<void>;
  /** Called for each fetched source. */
  onFetched?: ((outcome: FeedOutcome) => void) | undefined;
  /** Called once, with the number of sources to fetch. */
  onStart?: ((sources: number) => void) | undefined;
  signal: AbortSignal;
}
