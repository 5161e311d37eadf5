import type { Author, ItemExtras } from '../../contract/index.js';

/**
 * The content of an address: a parsed feed, or a page converted to one. `sources` and `generate`
 * produce it; refreshing compares it with the stored items.
 */
export interface SourceDocument {
  title: string;
  description: string;
  /** Absolute http(s) address of an image, or "". */
  icon: string;
  /** BCP 47 tag as the source states it, or null. */
  language: string | null;
  /** Address of the page the document belongs to, or null. */
  siteUrl: string | null;
  /** In document order, at most 500: the newest by date where most have one, else the first ones. */
  entries: SourceEntry[];
  /** The other entries of a longer document, in its order: a new one may be among them. */
  rest?: SourceEntry[];
  /** Entries of the document, where they are more than 500. */
  total?: number;
  schedule: ScheduleHints;
  /** What the feed itself has of `itunes:` and `podcast:`; see `SourceEntry.podcastXml`. */
  podcastXml?: string | null;
  /** The feed says that it moved there (`itunes:new-feed-url`). */
  newAddress?: string;
  /** Absent for a page that was converted to a feed. */
  push?: PushLinks;
  /** Set for a page whose changes are followed: what the next fetch compares it with. */
  followed?: FollowedText;
  /** Absent where the text of an entry alone does not decide what it is read as. */
  digest?: DocumentDigest;
  /**
   * Set when `entries` holds only those whose text the previous document did not have: for each entry
   * of this document, its place in the digest of the previous one; null for the ones in `entries`.
   */
  places?: readonly (number | null)[];
}

/** Tells which entries of the next document have the same text, so that they need not be read. */
export interface DocumentDigest {
  /** Hash of everything outside the entries that they are read by, without the dates of the feed. */
  context: string;
  /** Hashes of the texts of the entries, in document order; no two alike. */
  entries: readonly string[];
}

/** What is stored of a page whose changes are followed. */
export interface FollowedText {
  /** Absent in what releases before 0.3 stored, whose lines were those of the last fetch. */
  version?: 2;
  /** When the page was read last, milliseconds. */
  at?: number;
  /** The text as items told it. */
  lines: string[];
  /** Hashes of where the links of a line lead to, by its number. */
  links: Record<number, string>;
  /** How many lines before each of them its label or heading is; 0 for none. */
  under: number[];
  /** Places whose numbers changed, or that one of two answers had, by hash: how often, when, at which fetch. */
  places?: Record<string, [times: number, at: number, fetch: number]>;
  /**
   * Lines that differ from what items told and are held back, by hash: since when, and which fetch, they
   * are as they are. As long as there are any, each fetch reads the page, also an unchanged one.
   */
  held?: Record<string, readonly [at: number, fetch: number]>;
  /** All of its text was replaced once: the next time that is told at once. */
  isReplaced?: true;
}

/** What a document or its response says of hubs that push it (W3C WebSub). */
export interface PushLinks {
  /** Absolute http(s) addresses, at most two. */
  hubs: string[];
  /** The address that the hubs know it by, or null. */
  self: string | null;
}

/** One cleaned entry: text is plain, HTML is sanitised, addresses are absolute http(s). */
export interface SourceEntry {
  /** The publisher's own identifier as written (guid, atom:id), or null. */
  guid: string | null;
  /** "" when the entry has no link. */
  url: string;
  title: string;
  /** What a page shows of the same entry at other places. */
  teasers?: Pick<SourceEntry, 'title' | 'descriptionText' | 'descriptionHtml'>[];
  descriptionText: string;
  descriptionHtml: string;
  thumbnail: string | null;
  /** Milliseconds since the epoch, or null; never guessed, and at most a day ahead. */
  datePublished: number | null;
  /** The date of an event, more than a day ahead: shown, and no reason for order or schedule. */
  dateAhead?: number | null | undefined;
  authors: Author[];
  /** The source showed it before it was read as an entry: it is stored without an event. */
  isOld?: true;
  /** What only some sources have, as it is on the wire; null or absent when this one has none. */
  extras?: ItemExtras | null;
  /** Its `itunes:`, `podcast:` and `psc:` elements, ready to be published; see `podcastXml`. */
  podcastXml?: string | null;
  /**
   * Hash of the raw entry before cleaning. If it is unchanged, everything except the date is
   * unchanged. Absent when there is nothing to hash.
   */
  sourceHash?: string;
}

/** Update hints in the document itself. */
export interface ScheduleHints {
  /** Minimum time between two fetches, in milliseconds: the larger of ttl and sy:updatePeriod. */
  minIntervalMs: number | null;
  /** Hours of the day (0-23, UTC) without fetches. */
  skipHours: number[];
  /** Days of the week (0 = Sunday) without fetches. */
  skipDays: number[];
}
