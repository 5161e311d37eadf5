import * as z from 'zod';
import { count, text, textOrNull, time } from './values.js';

export const instanceSchema = z
  .object({
    role: text.describe('all, no-refresh, api or worker'),
    listen_url: textOrNull.describe('Null for a process that takes no requests'),
    public_url: textOrNull,
    started_at: time(),
  })
  .meta({ id: 'Instance', description: 'A process that serves the database' });

const lag = z.number();

export const serviceHealthSchema = z
  .object({
    version: text.describe('Version of feedctl'),
    feeds: z
      .object({ all: count, ok: count, failing: count, inactive: count })
      .describe('Feeds of the account by health'),
    served: z.boolean().describe('A process serves the published addresses'),
    refreshed: z.boolean().describe('A process refreshes due feeds'),
    queue: z.object({
      refresh_lag_seconds: lag.describe('How long the oldest due feed has been due'),
      delivery_lag_seconds: lag.describe('How long the oldest due webhook delivery has been due'),
    }),
    repaired_times: z
      .array(
        z.object({
          times: text.describe('Table and column'),
          rows: count.describe('Times that were set to now'),
          repaired_at: text.describe('ISO 8601'),
        }),
      )
      .optional()
      .describe(
        'Times that a wrong clock had set too far ahead, repaired within a week; absent without any',
      ),
    instances: z
      .array(instanceSchema)
      .optional()
      .describe('The processes that serve the database; for the owner account only'),
  })
  .meta({ id: 'ServiceHealth', description: 'How the service and the feeds of the account are' });

export type ServiceHealth = z.infer<typeof serviceHealthSchema>;
