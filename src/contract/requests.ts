import * as z from 'zod';
import { BUNDLE_FIELDS } from '../resources/bundle.js';
import { FEED_FIELDS } from '../resources/feed.js';
import { changesOf, creationOf, shownText } from './fields.js';
import { KEYWORD_MODES } from './keyword-mode.js';
import { parseRegion } from './region.js';
import { LENGTHS, MAX_FEEDS_PER_REQUEST } from './sizes.js';

/** The kind of a search, an extension; without it `keywordMode` decides. */
export const keywordModeSchema = z
  .enum(KEYWORD_MODES)
  .describe('How a keyword is read: as a search, or as a whole headline');

const regionSchema = z
  .string()
  .refine((value) => parseRegion(value) !== null, {
    error: 'must be a country and a language such as US:en',
  })
  .describe('News edition as CC:lang, such as GB:en; default US:en');

/** Whether the first items of a feed make events; by default they do not. */
const announceSchema = z
  .boolean()
  .optional()
  .describe('Extension: send the first items to the webhooks; default false');

export const createFromUrlSchema = z
  .strictObject({
    url: z.string().min(1).max(LENGTHS.url).describe('Address of a website or a feed'),
    ...creationOf(FEED_FIELDS, { creates: 'any' }),
    ...creationOf(FEED_FIELDS, { creates: 'url' }),
    announce: announceSchema,
    keep_failing: z
      .boolean()
      .optional()
      .describe(
        'Extension: also create the feed when its source cannot be read now; it is failing then, and the service tries again; default false',
      ),
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
    ...creationOf(FEED_FIELDS, { creates: 'any' }),
    announce: announceSchema,
  })
  .describe('Makes a feed from a keyword search or from a news headline');

export const createFeedBodySchema = z.union([createFromUrlSchema, createFromKeywordSchema]).meta({
  id: 'CreateFeed',
  description: 'A feed to be created, one shape for each kind of source',
});

export const updateFeedBodySchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(LENGTHS.url)
      .optional()
      .describe(
        'Extension: address of another source; id, published address and items stay. It is read first; "access" stays only on the same origin',
      ),
    ...changesOf(FEED_FIELDS, 'metadata'),
  })
  .meta({ id: 'UpdateFeed', description: 'Changes to the source and the metadata of a feed' });

export const updateFeedSettingsBodySchema = z
  .strictObject(changesOf(FEED_FIELDS, 'settings'))
  .meta({ id: 'UpdateFeedSettings', description: 'Changes to the settings of a feed' });

export const createBundleBodySchema = z
  .strictObject({
    name: shownText.describe(BUNDLE_FIELDS.name.doc),
    feeds: z
      .array(z.string())
      .max(MAX_FEEDS_PER_REQUEST)
      .optional()
      .describe('Ids of its feeds; default: none'),
    ...creationOf(BUNDLE_FIELDS, { creates: 'any' }),
  })
  .meta({ id: 'CreateBundle', description: 'A bundle to be created' });

export const updateBundleBodySchema = z.strictObject(changesOf(BUNDLE_FIELDS, 'metadata')).meta({
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
