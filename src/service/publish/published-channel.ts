import type { Item } from '../../contract/index.js';

/**
 * An item with the additional facts for publishing: its guid, and the time since when it exists.
 */
export interface PublishedItem extends Item {
  /** Id that stays the same while the item exists, whatever the source does to its own id. */
  guid: string;
  /** Time when the service first saw the item, in milliseconds since the epoch. */
  addedAt: number;
  /** Elements of `itunes:`, `podcast:` and `psc:` for RSS; see `podcastXml` of the parser. */
  podcastXml?: string | null;
  /** In bundles: the feed of the item. */
  source?: { title: string; url: string };
  /** In JSON Feeds of static sites: facts with which a later build publishes the item again. */
  kept?: { identity: string; position: number };
}

/** A feed or a bundle as readers see it. Texts are plain, except `description_html`. */
export interface PublishedChannel {
  id: string;
  title: string;
  description: string;
  /** Address of an image, or "". */
  icon: string;
  /** BCP 47 tag, or null when the source names none. */
  language: string | null;
  /**
   * Address of the page of the channel: `source_url` without its query string, which may contain a
   * secret.
   */
  siteUrl: string;
  /** Address of the RSS document; the other formats are next to it. "" if it is unknown. */
  selfUrl: string;
  /** The WebSub hub to which readers can subscribe. */
  hub?: string | undefined;
  /** Time for which a reader may cache the document, in whole minutes. */
  ttlMinutes: number;
  /** Time of the last change of anything below, in milliseconds since the epoch. */
  updatedAt: number;
  /** Elements of `itunes:` and `podcast:` of the channel itself. */
  podcastXml?: string | null;
  items: PublishedItem[];
  /** Number of items that filters hide. */
  hidden?: number;
}

/** Facts by which a reader's copy is compared without loading a single item. */
export interface PublishedRevision {
  /** Changes whenever the document changes, and never repeats. */
  revision: string;
  /** Milliseconds since the epoch. */
  updatedAt: number;
}

/** A source of published documents: one for feeds, one for bundles. Unknown ids give null. */
export interface PublishedSource {
  findRevision(id: string): Promise<PublishedRevision | null>;
  loadChannel(id: string): Promise<PublishedChannel | null>;
}
