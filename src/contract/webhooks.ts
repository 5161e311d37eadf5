import * as z from 'zod';
import { MAX_TEMPLATE_LENGTH } from '../resources/message-formats.js';
import { WEBHOOK_FIELDS } from '../resources/webhook.js';
import { filtersInputSchema } from './filters/index.js';
import { webhookHeaderProblem } from './header-names.js';
import { shown, webhookFormatSchema } from './shown.js';
import { LENGTHS, MAX_EVENT_ITEMS, MAX_WEBHOOK_NAME_LENGTH } from './sizes.js';
import { headerFields } from './source-access.js';
import { text, time } from './values.js';

const HEADERS = 'Extra request headers by name, such as Authorization; at most 20';
const headers = headerFields(webhookHeaderProblem, HEADERS);
const url = text.min(1).max(LENGTHS.url);

/**
 * Fields of a webhook; in a change, a field that is left out stays, in a creation it gets its
 * default.
 */
const input = {
  url: url.optional(),
  name: text
    .max(MAX_WEBHOOK_NAME_LENGTH)
    .optional()
    .describe('Name for people; "" for none, then its address is shown'),
  format: webhookFormatSchema.optional(),
  template: text
    .max(MAX_TEMPLATE_LENGTH)
    .optional()
    .describe('Mustache template of a JSON object, for the format template; values are escaped'),
  scope: text.min(1).max(100).optional().describe('all (default), or the id of a feed or a bundle'),
  filters: filtersInputSchema
    .nullable()
    .optional()
    .describe('Which items are sent, in addition to the filters of the feed; null: all'),
  only: z
    .enum(['new', 'changed'])
    .nullable()
    .optional()
    .describe('Only new or only changed items; null (default): both'),
  max_items: z
    .int()
    .min(1)
    .max(MAX_EVENT_ITEMS)
    .nullable()
    .optional()
    .describe(
      `Items of one event at most; a larger update becomes several events; null (default): ${MAX_EVENT_ITEMS}`,
    ),
  listen_seconds: z
    .int()
    .min(10)
    .max(3600)
    .optional()
    .describe(
      'For a command on the machine of the service, with a key of its owner: the address is one of this machine, and is used for so many seconds from now; then the webhook is deleted',
    ),
};

export const createWebhookBodySchema = z
  .strictObject({
    ...input,
    url: url.describe('Address that receives the events'),
    headers: headers.given.describe(`${HEADERS}. The values are secrets`),
  })
  .meta({ id: 'CreateWebhook', description: 'A webhook to be created' });

export const updateWebhookBodySchema = z
  .strictObject({
    ...input,
    headers: headers.changed,
    enabled: z
      .boolean()
      .optional()
      .describe('false holds all deliveries; true resumes and resets failures'),
  })
  .meta({
    id: 'UpdateWebhook',
    description: 'Changes to a webhook; only the given fields change',
  });

export const webhookSchema = z.object(shown(WEBHOOK_FIELDS)).meta({
  id: 'Webhook',
  description: 'Where events are sent. The secret is in the answers to create and rotate only',
});

export const webhookWithSecretSchema = webhookSchema
  .extend({ secret: text.describe('Signs the deliveries (Standard Webhooks)') })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook as create returns it' });

export const rotatedWebhookSchema = webhookWithSecretSchema
  .extend({
    previous_secret_until: time('Until then deliveries carry both signatures'),
  })
  .meta({ id: 'RotatedWebhook', description: 'A webhook with its new secret' });

export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;
export type RotatedWebhook = z.infer<typeof rotatedWebhookSchema>;
