import * as z from 'zod';
import { pageQuerySchema } from './queries.js';

/** A date, or a date with a time and its offset from UTC (RFC 3339). */
export const sinceSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'must be a time such as 2026-01-31T08:30:00Z, or a date',
  })
  .describe('ISO 8601: a date, or a date and time with Z or an offset');

export const resendBodySchema = z
  .strictObject({ since: sinceSchema })
  .meta({ id: 'ResendDeliveries', description: 'Which deliveries are sent again' });

export const deliveryStatusSchema = z
  .enum(['pending', 'delivered', 'failed', 'held'])
  .describe('held: the webhook was disabled; failed: abandoned. Both can be replayed');

export const listDeliveriesQuerySchema = pageQuerySchema.extend({
  webhook: z.string().max(100).optional().describe('Only deliveries of this webhook'),
  status: deliveryStatusSchema.optional().describe('Only deliveries with this status'),
  since: sinceSchema.optional().describe('Only deliveries of events from this time on; ISO 8601'),
});

export const time = z.string().describe('ISO 8601 in UTC');

export const deliverySchema = z
  .object({
    id: z.string().describe('dlv_ and 16 base-62 characters'),
    webhook_id: z.string(),
    webhook_name: z.string().nullable().describe('Name of the webhook now; null without one'),
    event_id: z.string(),
    feed_id: z.string(),
    feed_title: z
      .string()
      .nullable()
      .describe('Title of the feed now; null for a deleted feed and for test events'),
    status: deliveryStatusSchema,
    test: z.boolean(),
    attempts: z.int(),
    created_at: time,
    last_attempt_at: time.nullable(),
    next_attempt_at: time.nullable().describe('Null when no attempt is planned'),
    last_status: z.int().nullable().describe('HTTP status of the last response'),
    last_error: z.string().nullable(),
    last_duration_ms: z.int().nullable(),
  })
  .meta({ id: 'Delivery', description: 'An event on its way to a webhook' });

export const deliveryAttemptSchema = z
  .object({
    number: z.int(),
    at: time,
    duration_ms: z.int(),
    status: z.int().nullable(),
    error: z.string().nullable(),
    request: z.string().describe('Start of the request, without the signature'),
    response: z.string().nullable().describe('Start of the response; null without one'),
  })
  .describe('One attempt of a delivery');

export const deliveryDetailsSchema = deliverySchema
  .extend({
    log: z
      .array(deliveryAttemptSchema)
      .describe('The attempts, oldest first; the last ones of many'),
    event: z.unknown().describe('The body that the webhook receives'),
  })
  .meta({
    id: 'DeliveryDetails',
    description: 'A delivery with its attempts and what is sent',
  });

export const resentSchema = z
  .object({ id: z.string(), resent: z.int().describe('Deliveries that are sent again') })
  .meta({ id: 'Resent', description: 'How many deliveries are sent again' });

export type Delivery = z.infer<typeof deliverySchema>;
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;
export type DeliveryDetails = z.infer<typeof deliveryDetailsSchema>;
