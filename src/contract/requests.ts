import * as z from 'zod';
import { INTERVAL_RULE, parseInterval } from './interval.js';
import { SORTS } from './item.js';
import { parseRegion } from './region.js';

/** Longest accepted values, in characters; generous, but every limit is explicit. */
export const LENGTHS = { url: 4096, title: 1000, description: 10_000, keyword: 1000 } as const;

/** Most members one POST /v1/bundles may name. */
export const MAX_FEEDS_PER_REQUEST = 10_000;

/** Page sizes of specification section 8. */
export const PAGE = { defaultLimit: 10, maxLimit: 100 } as const;

/** How a keyword body is meant: the extension that specification section 4 leaves open. */
export const KEYWORD_MODES = ['keyword', 'headline'] as const;
export type KeywordMode = (typeof KEYWORD_MODES)[number];

/** CSS selectors that narrow the generator; `items` finds the records, the others look inside one. */
export const selectorsSchema = z
  .strictObject({
    items: z.string().min(1).max(1000),
    title: z.string().min(1).max(1000).optional(),
    link: z.string().min(1).max(1000).optional(),
    date: z.string().min(1).max(1000).optional(),
    image: z.string().min(1).max(1000).optional(),
  })
  .meta({ id: 'Selectors' });

export type Selectors = z.infer<typeof selectorsSchema>;

/** Which document of an address a feed reads: `auto` takes the page's own feed before the page. */
export const DOCUMENT_CHOICES = ['auto', 'html', 'feed'] as const;
export type DocumentChoice = (typeof DOCUMENT_CHOICES)[number];

const httpUrl = (max: number) =>
  z
    .string()
    .max(max)
    // The URL parser drops white space that would still be there wherever the text is published.
    .refine((value) => /^https?:\S+$/i.test(value) && URL.canParse(value), {
      error: 'must be an http or https address',
    });

/** An icon may be taken away again with the empty string. */
const iconSchema = z.union([z.literal(''), httpUrl(LENGTHS.url)], {
  error: 'must be an http or https address, or "" for none',
});

const regionSchema = z
  .string()
  .refine((value) => parseRegion(value) !== null, {
    error: 'must be a country and a language such as US:en',
  })
  .describe('CC:lang, for example US:en; default US:en');

/** When a feed is fetched; see `parseInterval`. */
export const intervalSchema = z
  .string()
  .refine((value) => parseInterval(value) !== null, { error: `must be ${INTERVAL_RULE}` });

/** Feeds start without events unless this asks for them. */
const announceSchema = z
  .boolean()
  .optional()
  .describe('Extension: send the items it starts with to the webhooks; default false');

/** Website or native RSS address. */
export const createFromUrlSchema = z.strictObject({
  url: z.string().min(1).max(LENGTHS.url),
  selectors: selectorsSchema.optional(),
  from: z
    .enum(DOCUMENT_CHOICES)
    .optional()
    .describe(
      "Extension: read the page (html) or a feed it leads to (feed); default auto, the page's own feed before the page",
    ),
  announce: announceSchema,
});

/** Keyword search or news headline; `mode` is our extension, see `keywordMode`. */
export const createFromKeywordSchema = z.strictObject({
  keyword: z.string().trim().min(1).max(LENGTHS.keyword),
  region: regionSchema.optional(),
  mode: z.enum(KEYWORD_MODES).optional(),
  announce: announceSchema,
});

export const createFeedBodySchema = z
  .union([createFromUrlSchema, createFromKeywordSchema])
  .meta({ id: 'CreateFeed' });

export const updateFeedBodySchema = z
  .strictObject({
    title: z.string().trim().min(1).max(LENGTHS.title).optional(),
    description: z.string().max(LENGTHS.description).optional(),
    icon: iconSchema.optional(),
    selectors: selectorsSchema
      .nullable()
      .optional()
      .describe('Extension: read the page with these from now on; null: without any'),
  })
  .meta({ id: 'UpdateFeed' });

export const updateFeedSettingsBodySchema = z
  .strictObject({
    customAuthor: z.string().trim().min(1).max(LENGTHS.title).nullable().optional(),
    interval: intervalSchema
      .optional()
      .describe('Extension: how often to fetch the feed, such as 15m; auto or paused'),
  })
  .meta({ id: 'UpdateFeedSettings' });

export const createBundleBodySchema = z
  .strictObject({
    name: z.string().trim().min(1).max(LENGTHS.title),
    feeds: z.array(z.string()).max(MAX_FEEDS_PER_REQUEST).optional(),
    description: z.string().max(LENGTHS.description).optional(),
    icon: iconSchema.optional(),
  })
  .meta({ id: 'CreateBundle' });

export const updateBundleBodySchema = z
  .strictObject({
    name: z.string().trim().min(1).max(LENGTHS.title).optional(),
    description: z.string().max(LENGTHS.description).optional(),
    icon: iconSchema.optional(),
  })
  .meta({ id: 'UpdateBundle' });

export const idParamsSchema = z.object({ id: z.string() });
export const memberParamsSchema = z.object({ id: z.string(), feedId: z.string() });

export const sortQuerySchema = z.object({ sort: z.enum(SORTS).optional() });

/** Larger numbers count as this one: as an offset it is beyond the end of every list. */
const MAX_WHOLE_NUMBER = 999_999_999;

/** A whole number in a query string; `Number` would also take "1e2", " 5" and "". */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: 'must be a whole number' })
    .transform((digits) => Math.min(Number(digits), MAX_WHOLE_NUMBER))
    .pipe(z.int().min(min).max(max));

export const pageQuerySchema = z.object({
  limit: wholeNumber(1, PAGE.maxLimit)
    .optional()
    .describe(`Results per page, 1-${PAGE.maxLimit}, default ${PAGE.defaultLimit}`),
  offset: wholeNumber(0, MAX_WHOLE_NUMBER).optional().describe('Results to skip, default 0'),
});

/** Orders of `GET /v1/feeds`, an extension. Omitted means `created`, newest first. */
export const FEED_ORDERS = ['created', 'title', 'last_item', 'health'] as const;
export type FeedOrder = (typeof FEED_ORDERS)[number];

/** Which feeds `GET /v1/feeds` lists by their health, an extension. */
export const HEALTH_FILTERS = ['ok', 'failing', 'inactive', 'unhealthy'] as const;
export type HealthFilter = (typeof HEALTH_FILTERS)[number];

export const listFeedsQuerySchema = pageQuerySchema.extend({
  search: z
    .string()
    .max(LENGTHS.title)
    .optional()
    .describe('Extension: part of a title or of source_url; case and accents do not count'),
  sort: z
    .enum(FEED_ORDERS)
    .optional()
    .describe(
      'Extension: created and last_item list the newest first, health the worst first; default created',
    ),
  health: z
    .enum(HEALTH_FILTERS)
    .optional()
    .describe('Extension: only feeds of this health; unhealthy means failing or inactive'),
});

export type CreateFromUrl = z.infer<typeof createFromUrlSchema>;
export type CreateFromKeyword = z.infer<typeof createFromKeywordSchema>;
export type CreateFeedBody = CreateFromUrl | CreateFromKeyword;
export type UpdateFeedBody = z.infer<typeof updateFeedBodySchema>;
export type UpdateFeedSettingsBody = z.infer<typeof updateFeedSettingsBodySchema>;
export type CreateBundleBody = z.infer<typeof createBundleBodySchema>;
export type UpdateBundleBody = z.infer<typeof updateBundleBodySchema>;
