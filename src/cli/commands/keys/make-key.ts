import type {
  ApiKey,
  CreateKeyBody,
  FeedClient,
  ListOptions,
  NewApiKey,
  Rows,
} from '../../../client/index.js';
import { CliError } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';
import { withSecretFile } from '../base/secret-file.js';
import { NEW_KEY_VIEW, STORED_KEY_VIEW } from './views.js';

/** The API keys of one account. */
interface Keys {
  all(options?: ListOptions): Rows<ApiKey>;
  create(body: CreateKeyBody): Promise<NewApiKey>;
  revoke(id: string): Promise<object>;
}

/** @param account id or name of another account; undefined: the account in use */
export function accountKeys(client: FeedClient, account: string | undefined): Keys {
  if (account === undefined) {
    return {
      all: (options) => client.keys(options),
      create: (body) => client.createKey(body),
      revoke: (id) => client.revokeKey(id),
    };
  }
  return {
    all: (options) => client.accountKeys(account, options),
    create: (body) => client.createAccountKey(account, body),
    revoke: (id) => client.revokeAccountKey(account, id),
  };
}

/** The key with this id. @throws {CliError} KEY_NOT_FOUND if it does not exist or is revoked */
export async function validKey(keys: Keys, id: string): Promise<ApiKey> {
  for await (const key of keys.all()) if (key.id === id && key.revoked_at === null) return key;
  throw new CliError(`There is no valid key ${id}.`, {
    exitCode: 3,
    code: 'KEY_NOT_FOUND',
    hint: 'List the keys: feedctl keys list --all',
  });
}

/** Creates a key. With a file, its secret is on disk before the key is returned. */
export async function makeKey(
  keys: Keys,
  body: CreateKeyBody,
  secretTo: string | undefined,
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

/** Prints a new key with its secret, or with the file that has it. */
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
