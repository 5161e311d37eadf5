import type { Author, ItemExtras } from '../../contract/index.js';

/**
 * What came out of an address: a parsed feed, or a page turned into one. Intake and the generator
 * produce it, refresh compares it with what is stored.
 */
export interface SourceDocument {
  title: string;
  description: string;
  /** Absolute http(s) address of an image, or "". */
  icon: string;
  /** BCP 47 tag as the source states it, or null. */
  language: string | null;
  /** Address of the human page the document belongs to, or null. */
  siteUrl: string | null;
  /** In document order, at most 500. */
  entries: SourceEntry[];
  schedule: ScheduleHints;
  /** What the feed itself has of `itunes:` and `podcast:`; see `SourceEntry.podcastXml`. */
  podcastXml?: string | null;
}

/** One entry, already cleaned: text is plain, HTML is sanitised, addresses are absolute http(s). */
export interface SourceEntry {
  /** The publisher's own identifier as written (guid, atom:id), or null. */
  guid: string | null;
  /** "" when the entry has no link. */
  url: string;
  title: string;
  descriptionText: string;
  descriptionHtml: string;
  thumbnail: string | null;
  /** Milliseconds since the epoch, or null; never invented. */
  datePublished: number | null;
  authors: Author[];
  /** What only some sources have, as it is on the wire; null or absent when this one has none. */
  extras?: ItemExtras | null;
  /** Its `itunes:` and `podcast:` elements, ready to be published; see `podcastXml`. */
  podcastXml?: string | null;
  /**
   * Hash of what the source said of the entry, before any cleaning. Where it is the same as before,
   * so is everything else but the date; absent where there is nothing to hash.
   */
  sourceHash?: string;
}

/** What the document itself says of how often to look again. */
export interface ScheduleHints {
  /** Shortest time between two looks, in milliseconds: the larger of ttl and sy:updatePeriod. */
  minIntervalMs: number | null;
  /** Hours of the day (0-23, UTC) in which not to look. */
  skipHours: number[];
  /** Days of the week (0 = Sunday) on which not to look. */
  skipDays: number[];
}
