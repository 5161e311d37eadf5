import * as z from 'zod';
import { failureSchema, nextRequestSchema } from './error.js';
import { filtersInputSchema } from './filters/index.js';
import { itemSchema } from './item.js';
import { renderSchema, stepsSchema } from './rendering.js';
import { documentChoiceSchema, pageModeSchema, selectorsSchema } from './selectors.js';
import { LENGTHS } from './sizes.js';
import { sourceAccessSchema } from './source-access.js';
import { count, text, textOrNull } from './values.js';

const address = text.min(1).max(LENGTHS.url);

const how = {
  mode: pageModeSchema.optional(),
  selectors: selectorsSchema.optional(),
  from: documentChoiceSchema.optional().describe('Document to read; default auto'),
  filters: filtersInputSchema.optional().describe('Filters that the feed would have'),
  explain: z
    .boolean()
    .optional()
    .describe('Explain how the items were found, or why there are none'),
};

export const previewUrlSchema = z
  .strictObject({
    url: address,
    access: sourceAccessSchema.optional().describe('What the source needs; nothing is stored'),
    render: renderSchema.optional().describe('Whether a browser opens the page; default auto'),
    steps: stepsSchema.optional().describe('Steps in the browser before the page is read'),
    ...how,
  })
  .describe('The service fetches the address');

export const previewDocumentSchema = z
  .strictObject({
    html: text.describe('A page or a feed: its text, or its bytes in base64'),
    encoding: z.enum(['text', 'base64']).optional().describe('Encoding of html; default text'),
    page_url: address.describe('Address of the document'),
    ...how,
  })
  .describe('A given document; nothing is fetched');

export const previewBodySchema = z.union([previewUrlSchema, previewDocumentSchema]).meta({
  id: 'PreviewRequest',
  description: 'What to preview: an address, or a document and its address',
});

const candidate = {
  strategy: text,
  confidence: z.number(),
  evidence: z.array(text),
};

export const explanationSchema = z
  .object({
    ...candidate,
    strategy: textOrNull.describe('Null when no strategy found a list'),
    runners_up: z.array(z.object({ ...candidate, items: count })),
    considered: z
      .array(
        z.object({
          signature: text,
          family: text,
          records: count,
          score: z.number(),
          parts: z.record(text, z.number()),
        }),
      )
      .describe('Sets of records in the page, best first'),
    suggestions: z
      .array(
        z.object({
          list: z.enum(['winner', 'runner-up']),
          items: count,
          titles: z.array(text).describe('Titles of its first items'),
          selectors: selectorsSchema,
        }),
      )
      .describe('Selectors for the considered lists'),
    rejected: z.array(z.object({ url: text, title: text, reason: text })),
    requests: z.array(text).describe('Further addresses that were fetched'),
    replayed: z.boolean(),
  })
  .meta({ id: 'Explanation', description: 'How a page was converted to a feed, or why not' });

export const previewSchema = z
  .object({
    title: text,
    description: text,
    icon: text,
    site_url: textOrNull,
    poll_url: text.describe('Address to poll: of the feed found, or the page'),
    from: z.enum(['feed', 'page']),
    rendered: z.boolean().describe('The page had to be opened in a browser'),
    confidence: z
      .number()
      .nullable()
      .describe('Of a page: 0 to 1, that the items are its list; null for a feed'),
    note: textOrNull.describe(
      'Why this document is read, and other feeds of the site; null where it is plain',
    ),
    items: z.array(itemSchema),
    dropped: z
      .array(itemSchema)
      .optional()
      .describe('With filters: the items that they hide, each with dropped_by'),
    failure: failureSchema
      .extend({
        next: nextRequestSchema
          .optional()
          .describe('The request that leads on, where there is one'),
      })
      .nullable()
      .describe('With explain: why the page has no items; null when it has'),
    explanation: explanationSchema
      .nullable()
      .describe('With explain, for a page: how its items were found'),
    rule: z
      .unknown()
      .optional()
      .describe('With explain: what a feed would store to find the items again'),
  })
  .meta({
    id: 'Preview',
    description: 'The feed that an address or a document would produce; nothing is stored',
  });

export type PreviewBody = z.infer<typeof previewBodySchema>;
export type Explanation = z.infer<typeof explanationSchema>;
export type Preview = z.infer<typeof previewSchema>;
