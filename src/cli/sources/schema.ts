import * as z from 'zod';
import { WRITTEN } from '../../contract/fields.js';
import { headerNameProblem } from '../../contract/header-names.js';
import { forEachMode, KEYWORD_MODES } from '../../contract/keyword-mode.js';
import { parseRegion } from '../../contract/region.js';
import { LENGTHS, MAX_FEEDS_PER_REQUEST } from '../../contract/sizes.js';
import { isSlug, slugProblem } from '../../contract/slug.js';
import { sourceKey } from '../../contract/source.js';
import { BUNDLE_FIELDS } from '../../resources/bundle.js';
import { FEED_FIELDS } from '../../resources/feed.js';
import { type Fields, having } from '../../resources/field.js';
import { webAddress } from '../kit/index.js';
import { allOf, anyOf, SEARCH_KINDS, SOURCE_FIELDS } from './search-kinds.js';

const boundedText = (max: number) => z.string().max(max);

const address = boundedText(LENGTHS.url)
  .overwrite(webAddress)
  .refine((value) => sourceKey(value) !== null, {
    error: 'must be an address such as https://example.com/news',
  });

const icon = boundedText(LENGTHS.url)
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
  .describe(
    'Where the secret is: env:FEEDCTL_SECRET_NAME, a variable, or @FILE, a file in the folder of this one',
  );

const access = z
  .strictObject({
    headers: z.record(z.string(), reference).optional().describe('Request headers, by name'),
    cookie: reference.optional(),
    basic_auth: reference.optional(),
    user_agent: boundedText(500).min(1).optional().describe('Not a secret: the User-Agent itself'),
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

/** Rows that only feeds of an address have. */
const OF_URL: readonly string[] = having(FEED_FIELDS, { creates: 'url' });

/** The rule for these rows, for JSON Schema as well. */
const oneDocument = {
  dependentSchemas: {
    ...oneSource.dependentSchemas,
    ...Object.fromEntries(OF_URL.map((name) => [name, { required: ['url'] }])),
    selectors: { required: ['url'], properties: { from: { not: { const: 'feed' } } } },
  },
};

/** Returns the problem with the source of an entry, or undefined. */
function sourceProblem(entry: Readonly<Record<string, unknown>>): string | undefined {
  const given = SOURCE_FIELDS.filter((name) => entry[name] !== undefined);
  if (given.length === 0) return `has no source: set ${anyOf(SOURCE_FIELDS)}`;
  if (given.length > 1) return `has one source, not ${given.join(' and ')}`;
  if (entry.url !== undefined && entry.region !== undefined) {
    return `has a region, which works only with ${allOf(KEYWORD_MODES)}`;
  }
  const stray = OF_URL.find((name) => entry.url === undefined && entry[name] !== undefined);
  if (stray !== undefined) return `has ${stray}, which requires url`;
  return entry.selectors !== undefined && entry.from === 'feed'
    ? 'has selectors, which select items of a page; "from" must not be feed'
    : undefined;
}

function checkSource(context: z.core.ParsePayload<Record<string, unknown>>): void {
  const message = sourceProblem(context.value);
  if (message === undefined) return;
  context.issues.push({ code: 'custom', message, input: context.value, path: [] });
}

/** The keys that a map at a path may have, for suggestions. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const found = path.reduce<unknown>((at, key) => schemaShape(at)[String(key)], schema);
  return Object.keys(schemaShape(found));
}

function schemaShape(schema: unknown): Readonly<Record<string, unknown>> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schemaShape(schema.unwrap());
  }
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Schemas of values in a file, by kind. */
const KINDS = {
  ...WRITTEN,
  text: boundedText(LENGTHS.title),
  image: icon,
  access,
} as const;

type Entries<R extends Fields> = {
  -readonly [K in keyof R]: z.ZodOptional<
    R[K] extends { kind: 'text'; none: null }
      ? z.ZodNullable<(typeof KINDS)[R[K]['kind']]>
      : (typeof KINDS)[R[K]['kind']]
  >;
};

/** The rows of a resource as fields of a file. */
function entries<R extends Fields>(fields: R): Entries<R> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, doc, own, none, noneMeans }]) => {
      const schema =
        none === null && kind === 'text' ? boundedText(LENGTHS.title).min(1) : KINDS[kind];
      const isNullable = none === null && kind === 'text';
      const isTyped = none !== undefined && (none !== null || isNullable);
      const removed = isTyped ? `; ${JSON.stringify(none)}: ${noneMeans}` : '';
      return [
        name,
        (isNullable ? schema.nullable() : schema)
          .optional()
          .describe(`${doc}${removed}${own ? "; only feedctl's own service" : ''}`),
      ];
    }),
  ) as Entries<R>;
}

export const feedEntrySchema = z
  .strictObject({ ...source, ...entries(FEED_FIELDS), slug })
  .check(checkSource)
  .meta({ id: 'feed', description: 'A feed, known by its source', ...oneSource, ...oneDocument });

const referenceSchema = z
  .strictObject({ ...source, mode: entries(FEED_FIELDS).mode })
  .check(checkSource)
  .meta(oneSource);

export const memberSchema = z.union([address, referenceSchema], {
  error: `must be the url of one of the feeds, ${KEYWORD_MODES.map((mode) => `or { ${mode}, region }`).join(', ')}`,
});

export const bundleEntrySchema = z
  .strictObject({
    ...entries(BUNDLE_FIELDS),
    name: z.string().trim().min(1).max(LENGTHS.title),
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

export type RawFeed = z.infer<typeof feedEntrySchema>;
export type RawMember = z.infer<typeof memberSchema>;
