import type { CreateKeyBody, NewApiKey } from '../../../client/index.js';
import { CliError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { withSecretFile } from '../base/secret-file.js';
import { type Keys, keysOf } from './keys-of.js';
import { NEW_KEY_VIEW, STORED_KEY_VIEW } from './views.js';

interface Wanted extends CreateKeyBody {
  account: string | undefined;
  /** File for key and secret; undefined: print the secret. */
  secretTo: string | undefined;
}

/** Creates a key and prints its secret or writes it to a file. */
export async function createKey(context: Context, { account, ...wanted }: Wanted) {
  const client = await context.client({ creates: true });
  const keys = keysOf(client, account);
  await printKey(context, await makeKey(keys, wanted), wanted.secretTo);
}

/** Creates a key; with `secretTo`, its secret is on disk before the key is returned. */
export async function makeKey(
  keys: Keys,
  { secretTo, ...body }: Omit<Wanted, 'account'>,
): Promise<NewApiKey> {
  if (secretTo === undefined) return keys.create(body);
  const { made, problem } = await withSecretFile(
    secretTo,
    () => keys.create(body),
    ({ id, secret }) => `${id}:${secret}`,
  );
  if (problem === undefined) return made;
  await keys.revoke(made.id);
  throw new CliError(`Cannot write ${secretTo}. The new key ${made.id} was revoked.`, {
    code: 'FILE_UNWRITABLE',
    exitCode: 2,
    detail: problem,
  });
}

/** Prints a new key, with its secret or the file of it. */
export async function printKey(
  { output, notes }: Context,
  key: NewApiKey,
  secretTo: string | undefined,
): Promise<void> {
  if (secretTo === undefined) {
    await output.record(key, NEW_KEY_VIEW);
    await notes.note('The secret is not shown again.');
    return;
  }
  await output.record({ id: key.id, name: key.name, secret_file: secretTo }, STORED_KEY_VIEW);
}
