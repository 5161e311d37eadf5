import * as z from 'zod';
import { MAX_KEY_NAME_LENGTH } from './sizes.js';

const MAX_ACCOUNT_NAME_LENGTH = 100;

const limit = (min: number, max: number, description: string) =>
  z.int().min(min).max(max).nullable().describe(description);

export const accountLimitsSchema = z
  .strictObject({
    requests_per_minute: limit(1, 100_000, 'Requests per minute and key'),
    burst: limit(1, 100_000, 'Requests at once; null: requests_per_minute'),
    feeds: limit(0, 10_000_000, 'Number of feeds'),
    concurrent_creations: limit(1, 1000, 'Concurrent feed creations'),
  })
  .meta({
    id: 'AccountLimits',
    description: 'Limits of an account; null: unlimited',
  });

export const accountSchema = z
  .object({
    id: z.string().describe('owner, or acc_ and 16 base-62 characters'),
    name: z.string(),
    enabled: z.boolean().describe('False: its keys are refused and its feeds are not fetched'),
    feeds: z.int().describe('Feeds that it has'),
    limits: accountLimitsSchema,
    created_at: z.string().describe('ISO 8601 in UTC'),
    disabled_at: z.string().nullable().describe('ISO 8601 in UTC; null while it is enabled'),
  })
  .meta({
    id: 'Account',
    description: 'An account of a service with its own feeds, bundles, webhooks and keys',
  });

export const apiKeySchema = z
  .object({
    id: z.string().describe('The API key, c_…'),
    name: z.string(),
    created_at: z.string().describe('ISO 8601 in UTC'),
    last_used_at: z.string().nullable().describe('To the minute, ISO 8601 in UTC; null: never'),
    last_used_from: z
      .string()
      .nullable()
      .describe(
        'Program and network of that use, such as feedctl 0.1.0 from 192.0.2.x; null: not known',
      ),
    revoked_at: z.string().nullable().describe('ISO 8601 in UTC; null while it works'),
  })
  .meta({ id: 'Key', description: 'An API key without its secret' });

export const newApiKeySchema = z
  .object({
    id: z.string().describe('The API key, c_…'),
    name: z.string(),
    secret: z.string().describe('The API secret, s_…: only this response has it'),
  })
  .meta({ id: 'NewKey', description: 'A key that was just created, with its secret' });

export const revokedKeySchema = z
  .object({ id: z.string(), revoked: z.literal(true) })
  .meta({ id: 'RevokedKey', description: 'Confirms that a key is revoked' });

export const createKeyBodySchema = z
  .strictObject({ name: z.string().trim().min(1).max(MAX_KEY_NAME_LENGTH) })
  .meta({ id: 'CreateKey', description: 'A key to be created' });

export const accountLimitChangesSchema = accountLimitsSchema.partial().meta({
  id: 'AccountLimitChanges',
  description: 'Limits to set; omitted ones are unchanged',
});

export const createAccountBodySchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(MAX_ACCOUNT_NAME_LENGTH)
      .refine((name) => !/\p{Cc}/u.test(name), { error: 'must not contain control characters' })
      .describe('Unique; must not look like an id'),
    limits: accountLimitChangesSchema
      .optional()
      .describe('Limits that are left out are those the service has for new accounts'),
  })
  .meta({ id: 'CreateAccount', description: 'An account to be created' });

export const updateAccountBodySchema = z
  .strictObject({
    limits: accountLimitChangesSchema
      .optional()
      .describe('Limits that are left out stay as they are'),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'UpdateAccount', description: 'Changes to an account' });

export const accountParamsSchema = z.object({
  id: z.string().describe('Id or name of the account'),
});
export const accountKeyParamsSchema = accountParamsSchema.extend({ keyId: z.string() });

export type AccountLimits = z.infer<typeof accountLimitsSchema>;
export type Account = z.infer<typeof accountSchema>;
export type ApiKey = z.infer<typeof apiKeySchema>;
export type NewApiKey = z.infer<typeof newApiKeySchema>;
export type RevokedKey = z.infer<typeof revokedKeySchema>;
export type CreateAccountBody = z.infer<typeof createAccountBodySchema>;
export type UpdateAccountBody = z.infer<typeof updateAccountBodySchema>;
