import * as z from 'zod';
import { LIMIT_FIELDS } from '../resources/account.js';
import { WEBHOOK_FORMATS } from '../resources/message-formats.js';
import type { ShownField, ShownFields, ShownKind } from '../resources/shown.js';
import { filtersSchema } from './filters/index.js';

export const deliveryStatusSchema = z
  .enum(['pending', 'delivered', 'failed', 'held'])
  .describe('held: the webhook was disabled; failed: abandoned. Both can be replayed');

export const webhookFormatSchema = z
  .enum(WEBHOOK_FORMATS)
  .describe(
    'Default: that of the address of a known chat, else standard. standard: the signed event as JSON; template: the JSON that the template makes; others: messages for that service. Addresses of all but standard are secrets',
  );

type Limits = Record<keyof typeof LIMIT_FIELDS, z.ZodNullable<z.ZodInt>>;

export const accountLimitsSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(LIMIT_FIELDS).map(
        ([
          name,
          {
            doc,
            range: [min, max],
          },
        ]) => [name, z.int().min(min).max(max).nullable().describe(doc)],
      ),
    ) as Limits,
  )
  .meta({ id: 'AccountLimits', description: 'Limits of an account; null: unlimited' });

/** What an answer contains, by kind. */
const SHOWN = {
  id: z.string(),
  text: z.string(),
  text_or_null: z.string().nullable(),
  url: z.string(),
  time: z.string(),
  time_or_null: z.string().nullable(),
  count: z.int(),
  count_or_null: z.int().nullable(),
  flag: z.boolean(),
  format: webhookFormatSchema,
  delivery_status: deliveryStatusSchema,
  changes: z.enum(['new', 'changed']).nullable(),
  filters: filtersSchema,
  headers: z.record(z.string(), z.string()),
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
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
  ) as Shapes<R>;
}

function schemaOf({ kind, doc, optional }: ShownField): z.ZodType {
  const texts = [doc, kind.startsWith('time') ? 'ISO 8601 in UTC' : undefined];
  const text = texts.filter((part) => part !== undefined).join('; ');
  const schema = text === '' ? SHOWN[kind] : SHOWN[kind].describe(text);
  return optional ? schema.optional() : schema;
}
