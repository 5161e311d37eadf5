import * as z from 'zod';
import { isBlank } from '../base/text.js';
import { isUrl } from '../base/url.js';
import { filtersInputSchema } from './filters/index.js';
import { INTERVAL_RULE, parseInterval } from './interval.js';
import { KEYWORD_MODES } from './keyword-mode.js';
import { parseQuietHours, QUIET_HOURS_RULE } from './quiet-hours.js';
import { parseRegion } from './region.js';
import { renderSchema, stepsSchema } from './rendering.js';
import { LENGTHS, MAX_FEEDS_PER_REQUEST } from './sizes.js';
import { sourceAccessSchema, updateSourceAccessSchema } from './source-access.js';

/** An extension; without it `keywordMode` decides. */
export const keywordModeSchema = z
  .enum(KEYWORD_MODES)
  .describe('How a keyword is read: as a search, or as a whole headline');

const shownText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => text === '' || !isBlank(text), { error: 'must not be empty' });

const selector = (finds: string) => z.string().min(1).max(1000).describe(finds);

export const selectorsSchema = z
  .strictObject({
    items: selector('The records, one element each'),
    title: selector('The title inside a record').optional(),
    link: selector('The link inside a record').optional(),
    date: selector('The date inside a record').optional(),
    image: selector('The image inside a record').optional(),
  })
  .meta({
    id: 'Selectors',
    description:
      'CSS selectors for pages without a feed: items finds the records, the others apply inside a record',
  });

export type Selectors = z.infer<typeof selectorsSchema>;

export const documentChoiceSchema = z
  .enum(['auto', 'html', 'feed'])
  .describe("Which document is read at an address; auto prefers the page's own feed to the page");
export type DocumentChoice = z.infer<typeof documentChoiceSchema>;

const httpUrl = (max: number) =>
  z
    .string()
    .max(max)
    // The URL parser drops white space that would still be there wherever the text is published.
    .refine((value) => /^https?:\S+$/i.test(value) && isUrl(value), {
      error: 'must be an http or https address',
    });

/** The empty string removes an icon. */
const iconSchema = z.union([z.literal(''), httpUrl(LENGTHS.url)], {
  error: 'must be an http or https address, or "" for none',
});

const regionSchema = z
  .string()
  .refine((value) => parseRegion(value) !== null, {
    error: 'must be a country and a language such as US:en',
  })
  .describe('News edition as CC:lang, such as GB:en; default US:en');

/** When a feed is fetched; see `parseInterval`. */
export const intervalSchema = z
  .string()
  .refine((value) => parseInterval(value) !== null, { error: `must be ${INTERVAL_RULE}` });

/** When a feed is not fetched by itself; see `parseQuietHours`. */
export const quietHoursSchema = z
  .string()
  .refine((value) => parseQuietHours(value) !== null, { error: `must be ${QUIET_HOURS_RULE}` });

/** By default the first items of a feed make no events. */
const announceSchema = z
  .boolean()
  .optional()
  .describe('Extension: send the first items to the webhooks; default false');

const newFiltersSchema = filtersInputSchema
  .optional()
  .describe('Extension: which items are shown; default: all');

const changedFiltersSchema = filtersInputSchema
  .nullable()
  .optional()
  .describe('Extension: show other items from now on, stored ones too; null: all items');
/** Items have the text of their pages. */
const fullTextSchema = z
  .boolean()
  .optional()
  .describe(
    'Extension: fetch the page of each new item and use its article as the text of the item; default false',
  );

export const createFromUrlSchema = z
  .strictObject({
    url: z.string().min(1).max(LENGTHS.url).describe('Address of a website or a feed'),
    selectors: selectorsSchema
      .optional()
      .describe('Extension: CSS selectors for a page that is turned into a feed'),
    from: documentChoiceSchema
      .optional()
      .describe(
        "Extension: html reads the page, feed reads a feed that the page links to; default auto: the page's own feed if there is one, else the page",
      ),
    filters: newFiltersSchema,
    announce: announceSchema,
    access: sourceAccessSchema
      .optional()
      .describe('Extension: request headers, cookies, a password or a proxy that the source needs'),
    render: renderSchema
      .optional()
      .describe('Extension: whether a browser opens the page; default auto'),
    steps: stepsSchema
      .optional()
      .describe('Extension: steps in the browser before the page is read; default none'),
    full_text: fullTextSchema,
  })
  .describe('Makes a feed from the address of a website or of a feed');

export const createFromKeywordSchema = z
  .strictObject({
    keyword: z
      .string()
      .trim()
      .min(1)
      .max(LENGTHS.keyword)
      .describe('A search, or a whole headline'),
    region: regionSchema.optional(),
    mode: keywordModeSchema
      .optional()
      .describe('Extension: how keyword is read; default: decided by its text'),
    filters: newFiltersSchema,
    announce: announceSchema,
    full_text: fullTextSchema,
  })
  .describe('Makes a feed from a keyword search or from a news headline');

export const createFeedBodySchema = z.union([createFromUrlSchema, createFromKeywordSchema]).meta({
  id: 'CreateFeed',
  description: 'A feed to be created, one shape for each kind of source',
});

export const updateFeedBodySchema = z
  .strictObject({
    title: shownText(LENGTHS.title).optional().describe('New title'),
    description: z.string().max(LENGTHS.description).optional().describe('New description'),
    icon: iconSchema.optional().describe('Address of an image; "" removes the icon'),
    selectors: selectorsSchema
      .nullable()
      .optional()
      .describe(
        'Extension: read the page with these selectors from now on; null: without selectors',
      ),
    access: updateSourceAccessSchema
      .nullable()
      .optional()
      .describe('Extension: what to send to the source from the next fetch on; null: remove all'),
    render: renderSchema
      .optional()
      .describe('Extension: whether a browser opens the page from the next fetch on'),
    steps: stepsSchema
      .optional()
      .describe('Extension: other steps in the browser from the next fetch on; []: none'),
    filters: changedFiltersSchema,
  })
  .meta({ id: 'UpdateFeed', description: 'Changes to the metadata of a feed' });

export const updateFeedSettingsBodySchema = z
  .strictObject({
    customAuthor: shownText(LENGTHS.title)
      .nullable()
      .optional()
      .describe('Replaces the authors of every item; null: the authors of the source'),
    interval: intervalSchema
      .optional()
      .describe('Extension: auto, paused, or a duration from 1m to 7d such as 15m or 6h'),
    quietHours: quietHoursSchema
      .optional()
      .describe(
        'Extension: hours without fetches and their time zone, such as 22:00-06:00 Europe/Berlin; or none',
      ),
    full_text: fullTextSchema,
  })
  .meta({ id: 'UpdateFeedSettings', description: 'Changes to the settings of a feed' });

export const createBundleBodySchema = z
  .strictObject({
    name: shownText(LENGTHS.title).describe('Name of the bundle'),
    feeds: z
      .array(z.string())
      .max(MAX_FEEDS_PER_REQUEST)
      .optional()
      .describe('Ids of its feeds; default: none'),
    description: z.string().max(LENGTHS.description).optional().describe('Description'),
    icon: iconSchema.optional().describe('Address of an image; "" for none'),
    filters: newFiltersSchema,
  })
  .meta({ id: 'CreateBundle', description: 'A bundle to be created' });

export const updateBundleBodySchema = z
  .strictObject({
    name: shownText(LENGTHS.title).optional().describe('New name'),
    description: z.string().max(LENGTHS.description).optional().describe('New description'),
    icon: iconSchema.optional().describe('Address of an image; "" removes the icon'),
    filters: changedFiltersSchema,
  })
  .meta({
    id: 'UpdateBundle',
    description: 'Changes to the metadata of a bundle; members are added and removed one by one',
  });

export type CreateFromUrl = z.infer<typeof createFromUrlSchema>;
export type CreateFromKeyword = z.infer<typeof createFromKeywordSchema>;
export type CreateFeedBody = CreateFromUrl | CreateFromKeyword;
export type UpdateFeedBody = z.infer<typeof updateFeedBodySchema>;
export type UpdateFeedSettingsBody = z.infer<typeof updateFeedSettingsBodySchema>;
export type CreateBundleBody = z.infer<typeof createBundleBodySchema>;
export type UpdateBundleBody = z.infer<typeof updateBundleBodySchema>;
