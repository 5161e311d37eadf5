import { flag, maybe, one, text } from '../../kit/index.js';
import { resolveName } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import { keyInUse } from '../../profiles/embedded-keys.js';
import { newKeyHint } from '../../profiles/resolve-credentials.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import { confirm } from '../base/confirm.js';
import { PAGE_EXCLUDES, pageOptions, printList, wantedRows } from '../base/index.js';
import { accountKeys, makeKey, printKey, validKey } from './make-key.js';
import { rotateKey } from './rotate-key.js';
import { KEY_SAMPLE, KEYS_VIEW, NEW_KEY_SAMPLE, STORED_KEY_SAMPLE } from './views.js';

const accountOption = text(
  'ACCOUNT',
  'keys of another account, by id or name; needs a key of the owner account',
);

const secretToOption = text(
  'FILE',
  'write key:secret to this new file instead of printing the secret',
);

export const create = defineVerb({
  name: 'create',
  summary: 'Create an API key',
  description: `
    Creates an API key for a program that talks to the service. Its secret is printed once: the
    service stores only a hash. With --secret-to the secret is not printed: key:secret goes to a new
    file that only its owner may read, in the form that feedctl auth login --with-token reads.
  `,
  options: {
    name: text('NAME', 'purpose of the key (default: unnamed)'),
    readOnly: flag('let the key only read: the service refuses what changes something'),
    expiresIn: text('TIME', 'refuse the key after this time, such as 90d (default: never)'),
    account: accountOption,
    secretTo: secretToOption,
  },
  suggestFlag: (name) => ['--name', name],
  examples: {
    'feedctl keys create --name reader': 'Create a key for another program',
    'feedctl keys create --name laptop --secret-to laptop.key':
      'Create a key for: feedctl auth login --base-url URL --with-token < laptop.key',
    'feedctl keys create --name ci --json | jq -r \'.id + ":" + .secret\'':
      'Print key and secret in the form of the Authorization header',
    'feedctl keys create --name wallboard --read-only --expires-in 90d':
      'Create a key that changes nothing and ends after 90 days',
    "feedctl keys create --account 'news desk' --name reader": 'Create a key of another account',
  },
  output: NEW_KEY_SAMPLE,
  otherOutput: { when: 'with --secret-to', sample: STORED_KEY_SAMPLE },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, _args, { name = 'unnamed', readOnly, expiresIn, account, secretTo }) {
    const body = {
      name,
      ...(readOnly && { read_only: true }),
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
    };
    const keys = accountKeys(await context.client({ creates: true }), account);
    await printKey(context, await makeKey(keys, body, secretTo), secretTo);
  },
});

export const list = defineVerb({
  name: 'list',
  summary: 'List the API keys, without their secrets',
  description:
    'Lists the API keys, newest first, revoked ones included. The time of the last use is exact to the minute.',
  options: { ...pageOptions('keys'), account: accountOption },
  excludes: PAGE_EXCLUDES,
  examples: {
    'feedctl keys list': 'List the keys and when they were last used',
    "feedctl keys list --account 'news desk'": 'List the keys of another account',
    "feedctl keys list --all --json | jq -r '.[] | select(.revoked_at == null) | .id'":
      'Print the ids of valid keys',
  },
  output: [KEY_SAMPLE],
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, _args, { limit, offset, all, account }) {
    const page = { limit: wantedRows({ limit, all }), offset };
    const empty = 'No keys yet. Create one: feedctl keys create --name reader';
    const { all: rows } = accountKeys(await context.client(), account);
    await printList(context, { view: KEYS_VIEW, empty, rows: rows(page), ...page });
  },
});

export const revoke = defineVerb({
  name: 'revoke',
  summary: 'Revoke an API key permanently',
  description:
    'Revokes an API key at once and permanently: the service refuses every later request with it, and ends the dashboard sessions it started. Asks first on a terminal; elsewhere it needs --yes.',
  arguments: { id: one('ID', 'the key to revoke: id or name') },
  options: { account: accountOption },
  examples: {
    'feedctl keys revoke c_2rTq8Zk1': 'Refuse requests with this key from now on',
    "feedctl keys revoke c_2rTq8Zk1 --account 'news desk' --yes": 'Revoke a key of another account',
  },
  output: { id: 'c_2rTq8Zk1', revoked: true },
  reports: true,
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, { id: typed }, { account }) {
    const request = { of: 'keys', verb: 'revoke', account, destroys: true } as const;
    const id = await resolveName(context, typed, request);
    const used = await context.credentials();
    const isInUse = (await keyInUse(used, context))?.apiKey === id;
    const what = isInUse ? `key ${id}, which this command line uses,` : `key ${id}`;
    await confirm(context, `Revoke ${what} permanently?`, 'Nothing was revoked.', async () => {
      const { name } = await validKey(accountKeys(await context.client(), account), id);
      return `Revoke ${what} named "${name}" permanently?`;
    });
    const keys = accountKeys(await context.client(), account);
    const view = { fields: columns('id revoked', { revoked: { kind: 'state' } }) };
    await context.output.record(await keys.revoke(id), view);
    if (isInUse) {
      await context.notes.warn(`This command line used that key. ${newKeyHint(used)}`);
    }
  },
});

export const rotate = defineVerb({
  name: 'rotate',
  summary: 'Replace an API key by a new one',
  description: `
    Creates a key of the same name, rights and expiry, and revokes the old one at once. Without ID
    it replaces the key in use and stores the new one where the old one was: in the profile,
    readable only by you. The secret of another key, and of a key from the environment, is printed
    once or written to --secret-to. Asks first on a terminal; elsewhere it needs --yes.
  `,
  arguments: { id: maybe('ID', 'the key to replace, by id or name (default: the key in use)') },
  options: { account: accountOption, secretTo: secretToOption },
  examples: {
    'feedctl keys rotate': 'Replace the key of the profile in use',
    'feedctl keys rotate c_2rTq8Zk1 --secret-to reader.key --yes':
      'Replace the key of another program',
  },
  output: NEW_KEY_SAMPLE,
  otherOutput: { when: 'when a file or profile gets the secret', sample: STORED_KEY_SAMPLE },
  exitCodes: [1, 3, 4, 5, 6, 7],
  run: (context, { id }, options) => rotateKey(context, id, options),
});

export const keys: Noun = {
  name: 'keys',
  summary: 'Create, list, rotate and revoke API keys',
  description:
    'Manages the API keys of the account in use; with --account and a key of the owner account, those of any account. Requires a feedctl service.',
  members: [create, list, rotate, revoke],
};
