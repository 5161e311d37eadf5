import { type FileHandle, open, rm } from 'node:fs/promises';
import type { CreateKeyBody, NewApiKey } from '../../../client/index.js';
import { CliError, UsageError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
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
  // Opened before the key is created, so that a secret can always be stored.
  const file = await openNew(secretTo);
  let key: NewApiKey | undefined;
  try {
    key = await keys.create(body);
    await file.writeFile(`${key.id}:${key.secret}\n`);
    await file.sync();
    return key;
  } catch (error) {
    await rm(secretTo, { force: true });
    if (key === undefined) throw error;
    await keys.revoke(key.id);
    throw unwritable(secretTo, error, `The new key ${key.id} was revoked.`);
  } finally {
    await file.close();
  }
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

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new UsageError(`The file ${path} already exists.`, {
        hint: 'Pass --secret-to the name of a new file.',
      });
    }
    throw unwritable(path, error, 'No key was created.');
  }
}

function unwritable(path: string, cause: unknown, consequence: string): CliError {
  return new CliError(`Cannot write ${path}. ${consequence}`, {
    code: 'FILE_UNWRITABLE',
    exitCode: 2,
    detail: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
