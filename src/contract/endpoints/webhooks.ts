import * as z from 'zod';
import {
  deliveryDetailsSchema,
  deliverySchema,
  listDeliveriesQuerySchema,
  resendBodySchema,
  resentSchema,
} from '../deliveries.js';
import { deletedSchema } from '../feed.js';
import { idParamsSchema, pageQuerySchema } from '../queries.js';
import {
  createWebhookBodySchema,
  rotatedWebhookSchema,
  updateWebhookBodySchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '../webhooks.js';

/** Extension: deliveries of webhooks. */
export const deliveryEndpoints = {
  resendDeliveries: {
    method: 'POST',
    path: '/v1/webhooks/:id/resend',
    summary: 'Extension: send all events since a time again',
    params: () => idParamsSchema,
    body: () => resendBodySchema,
    response: () => resentSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'WEBHOOK_NOT_FOUND'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/deliveries',
    summary: 'Extension: list deliveries, newest first',
    query: () => listDeliveriesQuerySchema,
    response: () => z.array(deliverySchema),
    statuses: [200],
    errors: ['INVALID_FIELD', 'WEBHOOK_NOT_FOUND'],
  },
  getDelivery: {
    method: 'GET',
    path: '/v1/deliveries/:id',
    summary: 'Extension: retrieve one delivery with its attempts and its event',
    params: () => idParamsSchema,
    response: () => deliveryDetailsSchema,
    statuses: [200],
    errors: ['DELIVERY_NOT_FOUND'],
  },
  replayDelivery: {
    method: 'POST',
    path: '/v1/deliveries/:id/replay',
    summary: 'Extension: send one delivery again, under the same event id',
    params: () => idParamsSchema,
    response: () => deliverySchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'DELIVERY_NOT_FOUND'],
  },
} as const;

const INPUT_ERRORS = [
  'INVALID_FIELD',
  'WEBHOOK_FORBIDDEN',
  'FEED_NOT_FOUND',
  'BUNDLE_NOT_FOUND',
] as const;

/** Extension: webhooks and their deliveries. */
export const webhookEndpoints = {
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Extension: create a webhook; the answer holds its secret',
    body: () => createWebhookBodySchema,
    response: () => webhookWithSecretSchema,
    statuses: [201],
    errors: [...INPUT_ERRORS, 'WEBHOOK_LIMIT_REACHED'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'Extension: list webhooks, newest first, without their secrets',
    query: () => pageQuerySchema,
    response: () => z.array(webhookSchema),
    statuses: [200],
    errors: ['INVALID_FIELD'],
  },
  getWebhook: {
    method: 'GET',
    path: '/v1/webhooks/:id',
    summary: 'Extension: retrieve one webhook, without its secret',
    params: () => idParamsSchema,
    response: () => webhookSchema,
    statuses: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    summary: 'Extension: change, enable or disable a webhook',
    params: () => idParamsSchema,
    body: () => updateWebhookBodySchema,
    response: () => webhookSchema,
    statuses: [200],
    errors: [...INPUT_ERRORS, 'WEBHOOK_NOT_FOUND'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    summary: 'Extension: delete a webhook and its deliveries permanently',
    params: () => idParamsSchema,
    response: () => deletedSchema,
    statuses: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    summary: 'Extension: send a sample event now, in one attempt, and report the result',
    params: () => idParamsSchema,
    response: () => deliveryDetailsSchema,
    statuses: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/:id/rotate',
    summary: 'Extension: replace the secret; for 24 hours deliveries carry both signatures',
    params: () => idParamsSchema,
    response: () => rotatedWebhookSchema,
    statuses: [200],
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  ...deliveryEndpoints,
} as const;
