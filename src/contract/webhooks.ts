import * as z from 'zod';
import { MAX_TEMPLATE_LENGTH } from '../resources/message-formats.js';
import { WEBHOOK_FIELDS } from '../resources/webhook.js';
import { filtersInputSchema } from './filters/index.js';
import { webhookHeaderProblem } from './header-names.js';
import { shown, webhookFormatSchema } from './shown.js';
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
    format: webhookFormatSchema.optional(),
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
    format: webhookFormatSchema.optional(),
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

export const webhookSchema = z.object(shown(WEBHOOK_FIELDS)).meta({
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
    previous_secret_until: z
      .string()
      .describe('Until then deliveries carry both signatures; ISO 8601 in UTC'),
  })
  .meta({ id: 'RotatedWebhook', description: 'A webhook with its new secret' });

export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;
export type RotatedWebhook = z.infer<typeof rotatedWebhookSchema>;
