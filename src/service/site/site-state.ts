import * as z from 'zod';
import { parseJson } from '../../base/json.js';
import type { FollowedText } from '../core/source-document.js';
import { summarySchema } from './summary.js';

/** Columns of a row; null columns are optional. */
export type Cells = Record<string, string | number | null>;

/** Checked by hand: there are thousands, and a schema takes ten times as long. */
const cells = z.custom<Cells>(isCells);

function isCells(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (cell) => typeof cell === 'string' || typeof cell === 'number' || cell === null,
  );
}

const feedSchema = z.object({
  key: z.string(),
  /** Null until the first title is known. */
  slug: z.string().nullable(),
  /** Columns of its row; see `KEPT_COLUMNS`. */
  row: cells,
  /** Null until it was published. */
  summary: summarySchema.nullable(),
  /** The error of the last fetch. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Identities in the order of the document read last. */
  listed: z.array(z.string()),
  /** What the text of a page is compared with, when its changes are followed. */
  followed: z
    .custom<FollowedText>((value) => typeof value === 'object' && value !== null)
    .optional(),
  /** Hashes of dropped items, and when the source last listed them. */
  dropped: z.array(z.tuple([z.string(), z.number()])),
  /** Columns of its items that cannot be read from the published file. */
  items: z.array(cells),
});

const bundleSchema = z.object({
  key: z.string(),
  slug: z.string(),
  row: cells,
  summary: summarySchema,
  /** Keys of its feeds. */
  members: z.array(z.string()),
});

const stateSchema = z.object({
  feedctl: z.literal('site state'),
  version: z.literal(1),
  slugs: z.record(z.string(), z.string()),
  /** Domains that asked clients to wait, and until when in milliseconds. */
  blocks: z.array(z.tuple([z.string(), z.number()])),
  bundles: z.array(bundleSchema),
  feeds: z.array(feedSchema),
});

/** What a build remembers for the next one. The texts of items are in the published files. */
export type SiteState = z.infer<typeof stateSchema>;
export type FeedState = z.infer<typeof feedSchema>;
export type BundleState = z.infer<typeof bundleSchema>;

/** The state in a text; null when it is not one. */
export function parseState(text: string): SiteState | null {
  return stateSchema.safeParse(parseJson(text)).data ?? null;
}

/** One line an item, so that version control stores small differences. */
export function formatState(state: SiteState): string {
  const { feedctl, version, slugs, blocks, bundles, feeds } = state;
  const head = JSON.stringify({ feedctl, version, slugs, blocks }).slice(0, -1);
  return `${head},\n"bundles":${lines(bundles.map(bundleLine))},\n"feeds":${lines(feeds.map(feedLines))}}\n`;
}

/** Always in the same order of keys. */
function bundleLine({ key, slug, row, summary, members }: BundleState): string {
  return JSON.stringify({ key, slug, row, summary, members });
}

function feedLines({ items, ...feed }: FeedState): string {
  const { key, slug, row, summary, error, listed, followed, dropped } = feed;
  const facts = { key, slug, row, summary, error, listed, followed, dropped };
  const head = JSON.stringify(facts).slice(0, -1);
  return `${head},\n"items":${lines(items.map((item) => JSON.stringify(item)))}}`;
}

function lines(values: readonly string[]): string {
  return values.length === 0 ? '[]' : `[\n${values.join(',\n')}\n]`;
}

/** Columns that change with every fetch, also when it finds nothing new. */
const TIMES = new Set([
  'last_refreshed_at',
  'next_refresh_at',
  'refresh_reason',
  'refresh_count',
  'fresh_until',
  'document_at',
  'not_modified',
]);

/** Whether two states differ by the times of fetches at most. */
export function sameButTimes(a: SiteState, b: SiteState): boolean {
  return (
    a.feeds.length === b.feeds.length &&
    formatState({ ...a, feeds: [] }) === formatState({ ...b, feeds: [] }) &&
    a.feeds.every((feed, index) => isSameFeed(feed, b.feeds[index]))
  );
}

function isSameFeed(a: FeedState, b: FeedState | undefined): boolean {
  if (b === undefined) return false;
  // Of a feed without news they are the same objects, and comparing thousands of items takes long.
  const items = a.items === b.items ? { items: [] } : {};
  return (
    feedLines({ ...withoutTimes(a), ...items }) === feedLines({ ...withoutTimes(b), ...items })
  );
}

function withoutTimes(feed: FeedState): FeedState {
  const row = Object.entries(feed.row).filter(([name]) => !TIMES.has(name));
  return { ...feed, row: Object.fromEntries(row) };
}
