import * as z from 'zod';
import { MAX_TEMPLATE_LENGTH, WEBHOOK_FORMATS } from '../resources/message-formats.js';
import { time } from './deliveries.js';
import { filtersInputSchema, filtersSchema } from './filters/index.js';
import { webhookHeaderProblem } from './header-names.js';
import { LENGTHS, MAX_WEBHOOK_NAME_LENGTH } from './sizes.js';
import { headersCheck, headerValue } from './source-access.js';

/** Which items a webhook is sent; what is left out stays as it is, or is the default. */
const webhookChoices = {
  scope: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('all (default), or the id of a feed or a bundle'),
  filters: filtersInputSchema
    .nullable()
    .optional()
    .describe('Which items are sent, in addition to the filters of the feed; null: all'),
  only: z
    .enum(['new', 'changed'])
    .nullable()
    .optional()
    .describe('Only new or only changed items; null (default): both'),
};

const name = z
  .string()
  .max(MAX_WEBHOOK_NAME_LENGTH)
  .describe('Name for people; "" for none, then its address is shown');

const webhookUrl = z.string().min(1).max(LENGTHS.url);

/** How events are sent; what is left out stays as it is, or is the default. */
const format = z
  .enum(WEBHOOK_FORMATS)
  .describe(
    'Default: that of the address of a known chat, else standard. standard: the signed event as JSON; template: the JSON that the template makes; others: messages for that service. Addresses of all but standard are secrets',
  );

const template = z
  .string()
  .max(MAX_TEMPLATE_LENGTH)
  .describe('Mustache template of a JSON object, for the format template; values are escaped');

const checkHeaders = headersCheck(webhookHeaderProblem);
const HEADERS = 'Extra request headers by name, such as Authorization; at most 20';

export const createWebhookBodySchema = z
  .strictObject({
    url: webhookUrl.describe('Address that receives the events'),
    name: name.optional(),
    format: format.optional(),
    template: template.optional(),
    headers: z
      .record(z.string(), headerValue)
      .check(checkHeaders)
      .optional()
      .describe(`${HEADERS}. The values are secrets`),
    ...webhookChoices,
  })
  .meta({ id: 'CreateWebhook', description: 'A webhook to be created' });

export const updateWebhookBodySchema = z
  .strictObject({
    url: webhookUrl.optional(),
    name: name.optional(),
    format: format.optional(),
    template: template.optional(),
    headers: z
      .record(z.string(), headerValue.nullable())
      .check(checkHeaders)
      .nullable()
      .optional()
      .describe(`${HEADERS}; null for a header or for all: remove`),
    ...webhookChoices,
    enabled: z
      .boolean()
      .optional()
      .describe('false holds all deliveries; true resumes and resets failures'),
  })
  .meta({
    id: 'UpdateWebhook',
    description: 'Changes to a webhook; only the given fields change',
  });

export const webhookSchema = z
  .object({
    id: z.string().describe('wh_ and 16 base-62 characters'),
    name,
    url: z
      .string()
      .describe('Address; of a chat, and of other formats than standard, only its origin and ***'),
    format,
    template: template.optional(),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Extra request headers: each value is ***; absent without any'),
    kind: z
      .literal('hub')
      .optional()
      .describe('The WebSub hub of the operator, told about published feeds; absent for others'),
    scope: z.string().describe('all, or the id of a feed or a bundle'),
    scope_deleted: z.boolean().describe('The feed or bundle was deleted: no more events come'),
    filters: filtersSchema.describe('Which items are sent'),
    only: z.enum(['new', 'changed']).nullable(),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable().describe('Why nothing is sent; null while enabled'),
    failing_since: time.nullable().describe('First failure since the last success'),
    last_success_at: time.nullable(),
    created_at: time,
  })
  .meta({
    id: 'Webhook',
    description: 'Where events are sent. The secret is in the answers to create and rotate only',
  });

export const webhookWithSecretSchema = webhookSchema
  .extend({ secret: z.string().describe('Signs the deliveries (Standard Webhooks)') })
  .meta({
    id: 'WebhookWithSecret',
    description: 'A webhook as create returns it',
  });

export const rotatedWebhookSchema = webhookWithSecretSchema
  .extend({
    previous_secret_until: time.describe('Until then deliveries carry both signatures'),
  })
  .meta({ id: 'RotatedWebhook', description: 'A webhook with its new secret' });

export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;
export type RotatedWebhook = z.infer<typeof rotatedWebhookSchema>;
