import type { ApiKey, NewApiKey } from '../../../client/index.js';
import { CredentialsError } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import { databasePlace } from '../../profiles/database-place.js';
import { keyInUse, storeKey } from '../../profiles/embedded-keys.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { confirm } from '../base/confirm.js';
import { accountKeys, makeKey, printKey, validKey } from './make-key.js';
import { STORED_KEY_VIEW } from './views.js';

/**
 * Creates a key with the same name and rights, then revokes the old one. A new key of the current
 * profile is stored there; any other is printed or written to a file.
 *
 * @param typed names the key to replace; undefined: the key in use
 */
export async function rotateKey(
  context: Context,
  typed: string | undefined,
  { account, secretTo }: { account: string | undefined; secretTo: string | undefined },
): Promise<undefined> {
  const used = await context.credentials();
  const inUse = (await keyInUse(used, context))?.apiKey;
  const request = { of: 'keys', verb: 'rotate', account, destroys: true } as const;
  const old = typed === undefined ? inUse : await resolveName(context, typed, request);
  if (old === undefined) {
    throw new CredentialsError('The embedded service has no key yet.', {
      hint: 'Create one: feedctl auth login --embedded',
    });
  }
  const store = old === inUse && secretTo === undefined ? storeOf(context, used) : undefined;
  const known = async () => validKey(accountKeys(await context.client(), account), old);
  await confirm(
    context,
    `Replace key ${old}? Programs that use it stop working.`,
    'Nothing was replaced.',
    async () =>
      `Replace key ${old} named "${(await known()).name}"? Programs that use it stop working.`,
  );
  const replaced = await known();
  const keys = accountKeys(await context.client(), account);
  const key = await makeKey(keys, sameRights(replaced), secretTo);
  if (store === undefined) {
    await printKey(context, key, secretTo);
  } else {
    await store(key).catch(async (error: unknown) => {
      await keys.revoke(key.id);
      throw error;
    });
    const stored = { id: key.id, name: key.name, secret_file: context.profiles.file };
    await context.output.record(stored, STORED_KEY_VIEW);
  }
  await keys.revoke(old);
  await context.notes.note(`The key ${old} is revoked.`);
}

/** The rights of the old key; the new one expires at the same hour. */
function sameRights({ name, read_only, expires_at }: ApiKey) {
  const hours = Math.ceil((Date.parse(expires_at ?? '') - Date.now()) / 3_600_000);
  return { name, read_only, ...(hours > 0 && { expires_in: `${hours}h` }) };
}

/** Stores a key in place of the one in use; undefined for a key from the environment. */
function storeOf(
  { env, profiles }: Context,
  used: Credentials,
): ((key: NewApiKey) => Promise<unknown>) | undefined {
  if (used.kind === 'embedded') {
    const { shown } = databasePlace(env);
    return ({ id, secret }) => storeKey(profiles, shown, { apiKey: id, apiSecret: secret });
  }
  const { source } = used;
  if (source.kind !== 'profile') return undefined;
  return ({ id, secret }) =>
    profiles.change((before) => {
      const profile = before.profiles[source.name];
      if (profile?.kind !== 'remote') return before;
      const after = { ...profile, apiKey: id, apiSecret: secret };
      return { ...before, profiles: { ...before.profiles, [source.name]: after } };
    });
}
