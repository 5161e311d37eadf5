import * as z from 'zod';
import { ATTEMPT_FIELDS, DELIVERY_FIELDS } from '../resources/webhook.js';
import { pageQuerySchema } from './queries.js';
import { deliveryStatusSchema, shown } from './shown.js';
import { count, text } from './values.js';

/** A date, or a date with a time and its offset from UTC (RFC 3339). */
export const sinceSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'must be a time such as 2026-01-31T08:30:00Z, or a date',
  })
  .describe('ISO 8601: a date, or a date and time with Z or an offset');

export const resendBodySchema = z
  .strictObject({ since: sinceSchema })
  .meta({ id: 'ResendDeliveries', description: 'Which deliveries are sent again' });

export const listDeliveriesQuerySchema = pageQuerySchema.extend({
  webhook: text.min(1).max(100).optional().describe('Only deliveries of this webhook'),
  status: deliveryStatusSchema.optional().describe('Only deliveries with this status'),
  since: sinceSchema.optional().describe('Only deliveries of events from this time on; ISO 8601'),
});

export const deliverySchema = z
  .object(shown(DELIVERY_FIELDS))
  .meta({ id: 'Delivery', description: 'An event on its way to a webhook' });

export const deliveryAttemptSchema = z
  .object(shown(ATTEMPT_FIELDS))
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
  .object({ id: text, resent: count.describe('Deliveries that are sent again') })
  .meta({ id: 'Resent', description: 'How many deliveries are sent again' });

export type Delivery = z.infer<typeof deliverySchema>;
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;
export type DeliveryDetails = z.infer<typeof deliveryDetailsSchema>;
