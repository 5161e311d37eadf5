import { isStored } from '../../connection/embedded.js';
import type { Context } from '../../verbs/context.js';
import { printList, wantedRows } from '../base/index.js';
import { keysOf } from './keys-of.js';
import { KEYS_VIEW } from './views.js';

interface Wanted {
  limit: number | undefined;
  offset: number | undefined;
  all: boolean;
  account: string | undefined;
}

const NO_KEYS = 'No keys yet. Create one: feedctl keys create --name reader';

/** Prints the keys of the account in use or of another account. */
export async function listKeys(context: Context, { limit, offset, all, account }: Wanted) {
  const page = { limit: wantedRows({ limit, all }), offset };
  const used = await context.credentials();
  if (used.kind === 'embedded' && !isStored(context.env)) {
    // The service would run in memory, with a key that does not outlive the command.
    await context.output.rows([], KEYS_VIEW);
    await context.notes.hint(NO_KEYS);
    return;
  }
  const client = await context.client();
  const keys = keysOf(client, account);
  await printList(context, {
    view: KEYS_VIEW,
    empty: NO_KEYS,
    rows: keys.all(page),
    ...page,
  });
}
