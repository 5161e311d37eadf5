import * as z from 'zod';
import { filtersInputSchema } from '../../contract/filters/index.js';
import { headerNameProblem } from '../../contract/header-names.js';
import { forEachMode, KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { parseRegion } from '../../contract/region.js';
import { renderSchema, stepsSchema } from '../../contract/rendering.js';
import {
  documentChoiceSchema,
  intervalSchema,
  quietHoursSchema,
  selectorsSchema,
} from '../../contract/requests.js';
import { LENGTHS, MAX_FEEDS_PER_REQUEST } from '../../contract/sizes.js';
import { isSlug, slugProblem } from '../../contract/slug.js';
import { sourceKey } from '../../contract/source.js';
import { allOf, anyOf, SEARCH_KINDS, SOURCE_FIELDS } from './search-kinds.js';
import { webAddress } from './web-address.js';

const text = (max: number) => z.string().max(max);

const address = text(LENGTHS.url)
  .overwrite(webAddress)
  .refine((value) => sourceKey(value) !== null, {
    error: 'must be an address such as https://example.com/news',
  });

const icon = text(LENGTHS.url)
  .overwrite(webAddress)
  .refine((value) => value === '' || sourceKey(value) !== null, {
    error: 'must be the address of an image, or "" for none',
  });

const words = z.string().trim().min(1).max(LENGTHS.keyword);

const region = z
  .string()
  .refine((value) => parseRegion(value) !== null, {
    error: 'must be a country and a language such as US:en or GB:en',
  })
  .describe('Edition of the news, CC:lang; default US:en');

const filters = filtersInputSchema
  .optional()
  .describe("Which items are shown; only feedctl's own service takes them");

const slug = z
  .string()
  .refine(isSlug, { error: ({ input }) => slugProblem(String(input)) })
  .optional()
  .describe(
    'Name of its files in a static site of feedctl build; default: made from the title. A service does not store it',
  );

const source = {
  url: address.optional().describe('Address of a web site or of a feed'),
  ...forEachMode((mode) => words.optional().describe(SEARCH_KINDS[mode].field)),
  region: region.optional(),
};

const reference = z
  .string()
  .regex(/^(?:env:[A-Za-z_]\w*|@.+)$/, {
    error: 'must say where the secret is: env:NAME or @FILE; it is not written into the file',
  })
  .describe('Where the secret is: env:NAME, a variable, or @FILE');

const access = z
  .strictObject({
    headers: z.record(z.string(), reference).optional().describe('Request headers, by name'),
    cookie: reference.optional(),
    basic_auth: reference.optional(),
    user_agent: text(500).min(1).optional().describe('Not a secret: the User-Agent itself'),
    proxy: reference.optional(),
  })
  .check(({ value, issues }) => {
    for (const name of Object.keys(value.headers ?? {})) {
      const problem = headerNameProblem(name);
      if (problem === null) continue;
      issues.push({ code: 'custom', message: problem, input: name, path: ['headers', name] });
    }
  });

/** Exactly one source: a rule that zod cannot express, but JSON Schema can. */
const oneSource = {
  oneOf: SOURCE_FIELDS.map((name) => ({ required: [name] })),
  dependentSchemas: { region: { not: { required: ['url'] } } },
};

/** The rules of `from` and `selectors`, likewise. */
const oneDocument = {
  dependentSchemas: {
    ...oneSource.dependentSchemas,
    from: { required: ['url'] },
    access: { required: ['url'] },
    render: { required: ['url'] },
    steps: { required: ['url'] },
    selectors: { required: ['url'], properties: { from: { not: { const: 'feed' } } } },
  },
};

/** The source fields of an entry; members of bundles have fewer of them than feeds. */
type SourceFields = {
  [K in keyof typeof source | 'from' | 'selectors' | 'access' | 'render' | 'steps']?: unknown;
};

/** Returns the problem with the source of an entry, or undefined. */
function sourceProblem(entry: SourceFields): string | undefined {
  const given = SOURCE_FIELDS.filter((name) => entry[name] !== undefined);
  if (given.length === 0) return `has no source: set ${anyOf(SOURCE_FIELDS)}`;
  if (given.length > 1) return `has one source, not ${given.join(' and ')}`;
  if (entry.url !== undefined && entry.region !== undefined) {
    return `has a region, which works only with ${allOf(KEYWORD_MODES)}`;
  }
  if (entry.url === undefined && entry.from !== undefined) return 'has from, which is for url';
  if (entry.url === undefined && entry.access !== undefined) return 'has access, which is for url';
  if (entry.url === undefined && entry.render !== undefined) return 'has render, which is for url';
  if (entry.url === undefined && entry.steps !== undefined) return 'has steps, which are for url';
  if (entry.selectors === undefined) return undefined;
  if (entry.url === undefined) return 'has selectors, which are for url';
  return entry.from === 'feed'
    ? 'has selectors, which select items of a page; "from" must not be feed'
    : undefined;
}

function checkSource(context: z.core.ParsePayload<SourceFields>): void {
  const message = sourceProblem(context.value);
  if (message === undefined) return;
  context.issues.push({ code: 'custom', message, input: context.value, path: [] });
}

export const feedEntrySchema = z
  .strictObject({
    ...source,
    title: text(LENGTHS.title).optional(),
    description: text(LENGTHS.description).optional(),
    icon: icon.optional().describe('Address of an image, or "" for none'),
    customAuthor: text(LENGTHS.title)
      .min(1)
      .nullable()
      .optional()
      .describe('Author of every item; null: the authors of the source'),
    interval: intervalSchema
      .optional()
      .describe("How often to fetch it, such as 15m; auto or paused; only feedctl's own service"),
    quietHours: quietHoursSchema
      .optional()
      .describe(
        "Hours without fetches and their time zone, such as 22:00-06:00 Europe/Berlin; or none; only feedctl's own service",
      ),
    filters,
    from: z
      .enum(documentChoiceSchema.options, { error: 'must be auto, html or feed' })
      .optional()
      .describe(
        "Document to read at the url: html, the page; feed, a feed it links to; auto (default), the page's own feed if there is one, else the page; only feedctl's own service takes html and feed",
      ),
    full_text: z
      .boolean()
      .optional()
      .describe("Items have the text of their pages; only feedctl's own service"),
    render: renderSchema
      .optional()
      .describe("Whether a browser opens the page; default auto; only feedctl's own service"),
    steps: stepsSchema
      .optional()
      .describe(
        "Steps in the browser before the page is read: click=CSS, wait=CSS, scroll; only feedctl's own service",
      ),
    selectors: selectorsSchema
      .optional()
      .describe("CSS selectors for a page without a feed; only feedctl's own service takes them"),
    access: access
      .optional()
      .describe(
        "What the source needs beside its address, by reference; {}: nothing; only feedctl's own service takes it",
      ),
    slug,
  })
  .check(checkSource)
  .meta({ id: 'feed', description: 'A feed, known by its source', ...oneSource, ...oneDocument });

const newsReferenceSchema = z.strictObject(source).check(checkSource).meta(oneSource);

export const memberSchema = z.union([address, newsReferenceSchema], {
  error: `must be the url of one of the feeds, ${KEYWORD_MODES.map((mode) => `or { ${mode}, region }`).join(', ')}`,
});

export const bundleEntrySchema = z
  .strictObject({
    name: z.string().trim().min(1).max(LENGTHS.title),
    description: text(LENGTHS.description).optional(),
    icon: icon.optional().describe('Address of an image, or "" for none'),
    filters,
    slug,
    feeds: z
      .array(memberSchema)
      .max(MAX_FEEDS_PER_REQUEST)
      .optional()
      .describe('The members: sources of feeds of this file'),
  })
  .meta({ id: 'bundle', description: 'A group of feeds, known by its name' });

export const manifestSchema = z
  .strictObject({
    $schema: z.string().optional(),
    feeds: z.array(feedEntrySchema).optional(),
    bundles: z.array(bundleEntrySchema).optional(),
  })
  .meta({
    title: 'feedctl desired state',
    description: 'Feeds and bundles of an account, for feedctl plan, apply and import',
  });

export type RawManifest = z.infer<typeof manifestSchema>;
export type RawFeed = z.infer<typeof feedEntrySchema>;
export type RawBundle = z.infer<typeof bundleEntrySchema>;
export type RawMember = z.infer<typeof memberSchema>;
