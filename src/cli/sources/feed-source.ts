import type { z } from 'zod';
import { isBlank } from '../../base/text.js';
import { isUrl } from '../../base/url.js';
import type { FeedSummary } from '../../client/index.js';
import { isSearch, keywordMode } from '../../contract/keyword-mode.js';
import type { BundleValues, FeedValues, SourceSpec } from './model.js';
import { bundleEntrySchema, feedEntrySchema } from './schema.js';
import { newsSource } from './source-spec.js';
import { BUNDLE_ROWS, FEED_ROWS, isNone } from './values.js';

/**
 * The source of an existing feed.
 *
 * A feedctl service reports it (`mode`, `keyword`, `region`; without a mode it is an address). Elsewhere, the `source_url` of a news feed has `keyword`, `region` and `lang` in its
 * query. All three are required, and the region must end with the language, because a website may
 * have a parameter named keyword. Such a service does not distinguish headlines from searches; the
 * mode is derived from the words, as on creation.
 */
export function feedSource(feed: FeedSummary, { isOurs }: { isOurs: boolean }): SourceSpec {
  const { mode, keyword, region, source_url } = feed;
  if (!isOurs) return newsOfAddress(source_url) ?? { url: source_url };
  if (mode !== undefined && isSearch(mode) && keyword !== undefined) {
    return newsSource(mode, keyword, region);
  }
  return mode === 'changes' ? { url: source_url, mode } : { url: source_url };
}

/**
 * The values of a feed, or of its settings, as a file has them: blank and unset values are left
 * out.
 */
export function chosenFeedValues(from: object, { isOurs }: { isOurs: boolean }): FeedValues {
  return chosen(from, FEED_ROWS, { shape: feedEntrySchema.shape, isOurs });
}

/** As `chosenFeedValues`, for a bundle. */
export function chosenBundleValues(from: object, { isOurs }: { isOurs: boolean }): BundleValues {
  return chosen(from, BUNDLE_ROWS, { shape: bundleEntrySchema.shape, isOurs });
}

function chosen(
  from: object,
  rows: typeof FEED_ROWS,
  { shape, isOurs }: { shape: Readonly<Record<string, z.ZodType>>; isOurs: boolean },
): object {
  const values: Record<string, unknown> = {};
  // A plain loop, because an export calls this for every feed.
  for (const [name, field] of rows) {
    const value = (from as Record<string, unknown>)[name];
    if (value === undefined || (field.own && !isOurs) || isNone(value, field)) continue;
    if (typeof value === 'string' && isBlank(value)) continue;
    // The value is checked: one that only a newer service knows must not be sent back.
    const known = shape[name]?.safeParse(value);
    if (known?.success) values[name] = known.data;
  }
  return values;
}

function newsOfAddress(address: string): SourceSpec | undefined {
  const query = isUrl(address) ? new URL(address).searchParams : new URLSearchParams();
  const text = query.get('keyword')?.trim() ?? '';
  const region = query.get('region') ?? '';
  const language = query.get('lang') ?? '';
  const isEdition =
    /^[A-Z]{2}:/.test(region) && region.toLowerCase().endsWith(`:${language.toLowerCase()}`);
  if (text === '' || language === '' || !isEdition) return undefined;
  return newsSource(keywordMode(text), text, region);
}
