import * as z from 'zod';
import { ACCOUNT_FIELDS, KEY_FIELDS } from '../resources/account.js';
import { KEY_LIFE_RULE, parseKeyLife } from './interval.js';
import { accountLimitsSchema, shown } from './shown.js';
import { MAX_KEY_NAME_LENGTH } from './sizes.js';
import { text } from './values.js';

const MAX_ACCOUNT_NAME_LENGTH = 100;

export const accountSchema = z.object(shown(ACCOUNT_FIELDS)).meta({
  id: 'Account',
  description: 'An account of a service with its own feeds, bundles, webhooks and keys',
});

export const apiKeySchema = z
  .object(shown(KEY_FIELDS))
  .meta({ id: 'Key', description: 'An API key without its secret' });

export const newApiKeySchema = apiKeySchema
  .pick({ id: true, name: true, read_only: true, expires_at: true })
  .extend({
    secret: text.describe('The API secret, s_…: only this response has it'),
  })
  .meta({ id: 'NewKey', description: 'A key that was just created, with its secret' });

export const revokedKeySchema = z
  .object({ id: text, revoked: z.literal(true) })
  .meta({ id: 'RevokedKey', description: 'Confirms that a key is revoked' });

export const createKeyBodySchema = z
  .strictObject({
    name: text.trim().min(1).max(MAX_KEY_NAME_LENGTH),
    read_only: z.boolean().optional().describe('It may only send GET requests'),
    expires_in: text
      .refine((life) => parseKeyLife(life) !== null, { error: `must be ${KEY_LIFE_RULE}` })
      .optional()
      .describe('After this time its requests are refused; left out: never'),
  })
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

export type AccountLimits = z.infer<typeof accountLimitsSchema>;
export type Account = z.infer<typeof accountSchema>;
export type ApiKey = z.infer<typeof apiKeySchema>;
export type CreateKeyBody = z.infer<typeof createKeyBodySchema>;
export type NewApiKey = z.infer<typeof newApiKeySchema>;
export type RevokedKey = z.infer<typeof revokedKeySchema>;
export type CreateAccountBody = z.infer<typeof createAccountBodySchema>;
export type UpdateAccountBody = z.infer<typeof updateAccountBodySchema>;
