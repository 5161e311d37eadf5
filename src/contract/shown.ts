import * as z from 'zod';
import { LIMIT_FIELDS } from '../resources/account.js';
import { WEBHOOK_FORMATS } from '../resources/message-formats.js';
import type { ShownField, ShownFields, ShownKind } from '../resources/shown.js';
import { droppedBySchema, filtersSchema } from './filters/index.js';
import { KEYWORD_MODES } from './keyword-mode.js';
import { pageModeSchema } from './selectors.js';
import { count, extensionDoc, text, textOrNull, time } from './values.js';

export const deliveryStatusSchema = z
  .enum(['pending', 'delivered', 'failed', 'held'])
  .describe('held: the webhook was disabled; failed: abandoned. Both can be replayed');

export const webhookFormatSchema = z
  .enum(WEBHOOK_FORMATS)
  .describe(
    'Default: that of the address of a known chat, else standard. standard: the signed event as JSON; template: the JSON that the template makes; others: messages for that service. Addresses of all but standard are secrets',
  );

type Limits = Record<keyof typeof LIMIT_FIELDS, z.ZodNullable<z.ZodInt>>;

const limits = Object.entries(LIMIT_FIELDS).map(([name, { doc, range }]) => {
  const [min, max] = range;
  return [name, count.min(min).max(max).nullable().describe(doc)];
});

export const accountLimitsSchema = z
  .strictObject(Object.fromEntries(limits) as Limits)
  .meta({ id: 'AccountLimits', description: 'Limits of an account; null: unlimited' });

export const authorSchema = z
  .object({ name: text.describe('Name of an author') })
  .describe('Who wrote an item');

export const attachmentSchema = z
  .object({
    url: text.describe('Address of the file, as the source names it; never fetched'),
    mime_type: text.describe(
      'Media type; from the file name, else application/octet-stream, when the source has none',
    ),
    size_in_bytes: count.optional().describe('Size; absent when the source does not say'),
    duration_in_seconds: count.optional().describe('Duration of audio or video, in whole seconds'),
    title: text.optional().describe('Title of the file'),
  })
  .meta({ id: 'Attachment', description: 'A file of an item: an episode, a video, a document' });

export const feedHealthStateSchema = z
  .enum(['ok', 'failing', 'inactive'])
  .describe('failing is retried with a backoff, inactive only once a week');

export const fetchReasonSchema = z
  .enum([
    'rhythm',
    'ceiling',
    'floor',
    'publisher',
    'skip_hours',
    'interval',
    'quiet_hours',
    'push',
    'retry',
    'probe',
    'paused',
    'suspended',
  ])
  .describe('What decided the time of the next fetch');

export const feedDocumentSchema = z
  .object({
    kind: z.enum(['feed', 'html']),
    url: text,
    site_url: text
      .optional()
      .describe('The page of the feed for people, if the document names one'),
    entries: count
      .optional()
      .describe('Entries of a document that has more than are kept (500); absent otherwise'),
    confidence: z
      .number()
      .optional()
      .describe(
        'When a feed is created from a page: 0 to 1, that its items are the list of the page; later absent',
      ),
    note: text
      .optional()
      .describe(
        'When a feed is created: why this document is read, and other feeds of the site; later absent',
      ),
  })
  .describe('A document that a feed reads: a feed, or a page that is turned into a feed');

const drift = z.object({
  since: time(),
  expected: count.describe('Items of the last fetch that found the list'),
  found: count.describe('Items of the last fetch'),
  confidence: z.number().describe('0 to 1'),
});

/** Schemas of answers, by kind. */
const SHOWN = {
  id: text,
  ids: z.array(text),
  text,
  text_or_null: textOrNull,
  texts: z.array(text),
  url: text,
  image: text,
  time: text,
  time_or_null: textOrNull,
  count,
  count_or_null: count.nullable(),
  flag: z.boolean(),
  true: z.literal(true),
  authors: z.array(authorSchema),
  attachments: z.array(attachmentSchema),
  feed_name: z.object({
    id: text.describe('Id of the feed'),
    title: text.describe('Title of the feed'),
  }),
  dropped_by: droppedBySchema,
  document: feedDocumentSchema,
  source_mode: z.enum([...KEYWORD_MODES, ...pageModeSchema.options]),
  health: feedHealthStateSchema,
  fetch_reason: fetchReasonSchema.nullable(),
  drift,
  format: webhookFormatSchema,
  delivery_status: deliveryStatusSchema,
  changes: z.enum(['new', 'changed']).nullable(),
  filters: filtersSchema,
  headers: z.record(text, text),
  limits: accountLimitsSchema,
  hub: z.literal('hub'),
} as const satisfies Record<ShownKind, z.ZodType>;

type Shapes<R extends ShownFields> = {
  [K in keyof R]: R[K] extends { optional: true }
    ? z.ZodOptional<(typeof SHOWN)[R[K]['kind']]>
    : (typeof SHOWN)[R[K]['kind']];
};

/** The fields of an answer. */
export function shown<R extends ShownFields>(fields: R): Shapes<R> {
  return shapes(fields, (field) => (field.optional ? schemaOf(field).optional() : schemaOf(field)));
}

type Extensions<R extends ShownFields> = {
  [K in keyof R]: z.ZodOptional<(typeof SHOWN)[R[K]['kind']]>;
};

/** Fields of an answer that only feedctl's own service sends. */
export function shownExtensions<R extends ShownFields>(fields: R): Extensions<R> {
  return shapes(fields, (field) =>
    schemaOf({ ...field, doc: extensionDoc(field.doc ?? '') }).optional(),
  );
}

function shapes<T>(fields: ShownFields, make: (field: ShownField) => z.ZodType): T {
  return Object.fromEntries(Object.entries(fields).map(([name, row]) => [name, make(row)])) as T;
}

function schemaOf({ kind, doc }: ShownField): z.ZodType {
  const texts = [doc, kind.startsWith('time') ? 'ISO 8601 in UTC' : undefined];
  const described = texts.filter((part) => part !== undefined).join('; ');
  return described === '' ? SHOWN[kind] : SHOWN[kind].describe(described);
}

export type FeedHealthState = z.infer<typeof feedHealthStateSchema>;
export type FetchReason = z.infer<typeof fetchReasonSchema>;
export type Author = z.infer<typeof authorSchema>;
export type Attachment = z.infer<typeof attachmentSchema>;
