import * as z from 'zod';

export const instanceSchema = z
  .object({
    role: z.string().describe('all, no-refresh, api or worker'),
    listen_url: z.string().nullable().describe('Null for a process that takes no requests'),
    public_url: z.string().nullable(),
    started_at: z.string().describe('ISO 8601 in UTC'),
  })
  .meta({ id: 'Instance', description: 'A process that serves the database' });

export const serviceHealthSchema = z
  .object({
    version: z.string().describe('Version of feedctl'),
    feeds: z
      .object({ all: z.int(), ok: z.int(), failing: z.int(), inactive: z.int() })
      .describe('Feeds of the account by health'),
    served: z.boolean().describe('A process serves the published addresses'),
    refreshed: z.boolean().describe('A process refreshes due feeds'),
    queue: z.object({
      refresh_lag_seconds: z.number().describe('How long the oldest due feed has been due'),
      delivery_lag_seconds: z
        .number()
        .describe('How long the oldest due webhook delivery has been due'),
    }),
    instances: z
      .array(instanceSchema)
      .optional()
      .describe('The processes that serve the database; for the owner account only'),
  })
  .meta({ id: 'ServiceHealth', description: 'How the service and the feeds of the account are' });

export type ServiceHealth = z.infer<typeof serviceHealthSchema>;
