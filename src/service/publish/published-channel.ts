import type { Item } from '../../contract/index.js';

/** An item with what publishing needs besides the wire: who it is, and since when it is there. */
export interface PublishedItem extends Item {
  /** Stays the same for as long as the item exists, whatever the source does to its own. */
  guid: string;
  /** When the service first saw the item, milliseconds since the epoch. */
  addedAt: number;
  /** Elements of `itunes:`, `podcast:` and `psc:` for RSS; see `podcastXml` of the parser. */
  podcastXml?: string | null;
  /** In bundles: the feed that the item came from. */
  source?: { title: string; url: string };
  /** In JSON Feeds of static sites: what a later build needs to publish the item again. */
  kept?: { identity: string; position: number };
}

/** A feed or a bundle as it is shown to readers. Text is plain, except `description_html`. */
export interface PublishedChannel {
  id: string;
  title: string;
  description: string;
  /** Address of an image, or "". */
  icon: string;
  /** BCP 47 tag, or null when the source names none. */
  language: string | null;
  /** The page behind the channel; `source_url` without its query string, which may hold a secret. */
  siteUrl: string;
  /** Address the RSS document is published at, with the other formats next to it; "" when unknown. */
  selfUrl: string;
  /** The WebSub hub that readers can subscribe at. */
  hub?: string | undefined;
  /** How long a reader may wait before it looks again, in whole minutes. */
  ttlMinutes: number;
  /** Last change of anything below, milliseconds since the epoch. */
  updatedAt: number;
  /** Elements of `itunes:` and `podcast:` of the channel itself. */
  podcastXml?: string | null;
  items: PublishedItem[];
  /** Items that filters hide next to these. */
  hidden?: number;
}

/** What tells whether a reader has the newest document, without loading a single item. */
export interface PublishedRevision {
  /** Different whenever the document is; never the same again. */
  revision: string;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

/** Where published documents come from: one for feeds, one for bundles. Unknown ids give null. */
export interface PublishedSource {
  findRevision(id: string): Promise<PublishedRevision | null>;
  loadChannel(id: string): Promise<PublishedChannel | null>;
}
