import { isUrl } from '../../../base/url.js';
import { ApiError, FeedClient, parseBaseUrl, parseToken } from '../../../client/index.js';
import { renewKey } from '../../connection/embedded.js';
import { CliError, flag, UsageError, withScheme } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { chooseEmbedded, type OwnerKey } from '../../profiles/embedded-keys.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  profile: 'feeds.example.com',
  kind: 'remote',
  base_url: 'https://feeds.example.com',
};

const VIEW: RecordView = { fields: columns('profile kind base_url') };

export const login = defineVerb({
  name: 'login',
  summary: 'Connect to a service and store its credentials',
  description: `
    Asks for the address of a service (https:// is assumed; an empty answer selects the embedded
    service), checks that it answers, asks for its API key and API secret, tests them with one
    request and stores them as a profile that only this user can read. The key and secret are in the
    API section of the account settings. They are never taken from the command line, where other
    programs could read them; scripts pipe key:secret to --with-token.
  `,
  options: {
    embedded: flag('use the embedded service, without the notice'),
    withToken: flag('read key:secret from standard input'),
  },
  examples: {
    'feedctl auth login --base-url https://feeds.example.com': 'Log in; asks for key and secret',
    'feedctl auth login --base-url https://feeds.example.com --with-token < token.txt':
      'Log in from a script; the file contains key:secret',
    'feedctl auth login --embedded': 'Use the embedded service',
  },
  output: SAMPLE,
  reports: true,
  exitCodes: [1, 4, 6, 7, 130],
  async run(context, _args, { embedded, withToken }) {
    const { baseUrl, profile } = context.globals;
    if (!embedded) return loginRemote(context, withToken);
    if (withToken || baseUrl !== undefined) {
      throw new UsageError('--embedded cannot be combined with --base-url or --with-token.', {
        hint: 'The embedded service needs no address and creates its own key.',
      });
    }
    if (profile !== undefined && profile !== EMBEDDED) {
      throw new UsageError('The embedded service always uses the profile "embedded".');
    }
    return loginEmbedded(context);
  },
});

/** Selects the embedded service and creates a new key, because the old one may be invalid. */
async function loginEmbedded({ env, profiles, notes, output }: Context): Promise<undefined> {
  const { database } = await renewKey({ env, profiles });
  await chooseEmbedded(profiles);
  await notes.note(`The embedded service stores its data in ${database}`);
  await output.record({ profile: EMBEDDED, kind: EMBEDDED, base_url: null }, VIEW);
}

/** Stores the credentials of a remote service after one successful request. */
async function loginRemote(context: Context, withToken: boolean): Promise<undefined> {
  const { globals, prompts, profiles, output, notes } = context;
  if (globals.profile === EMBEDDED) {
    throw new UsageError('The profile "embedded" is reserved for the embedded service.', {
      hint: 'Choose another name, or: feedctl auth login --embedded',
    });
  }
  if (!withToken && !prompts.canAsk) throw needsTerminal(globals.baseUrl);
  const typed = globals.baseUrl ?? (await askAddress(context, withToken));
  if (typed === '') return loginEmbedded(context);
  const address = parseBaseUrl(typed);
  const baseUrl = address.href.replace(/\/$/, '');
  if (!withToken) await checkAnswers(context, baseUrl);
  const pair = withToken ? await readToken(context) : await askPair(context);
  const serviceVersion = await verify(context, baseUrl, pair);
  const name = globals.profile ?? address.host;
  await profiles.save(name, { kind: 'remote', baseUrl, ...pair, serviceVersion });
  await notes.note(
    `Logged in. The credentials are stored in ${profiles.file}, readable only by you.`,
  );
  await output.record({ profile: name, kind: 'remote', base_url: baseUrl }, VIEW);
}

function needsTerminal(baseUrl = 'https://feeds.example.com'): UsageError {
  return new UsageError('Cannot ask for the key and secret without a terminal.', {
    hint: `Pipe them in: feedctl auth login --base-url ${baseUrl} --with-token < token.txt, or for the embedded service: feedctl auth login --embedded`,
  });
}

async function askAddress({ prompts }: Context, withToken: boolean): Promise<string> {
  if (withToken) {
    throw new UsageError('--with-token needs --base-url.', {
      hint: 'For example: feedctl auth login --base-url https://feeds.example.com --with-token',
    });
  }
  const complete = (answer: string) => withScheme(answer) ?? answer.trim();
  const answer = await prompts.text('Address of the service (empty: the embedded one):', (typed) =>
    typed.trim() === '' || isUrl(complete(typed))
      ? true
      : 'Enter an address, such as feeds.example.com',
  );
  return complete(answer);
}

/** Key and secret may be pasted together: "key:secret" is accepted at the key prompt. */
async function askPair({ prompts }: Context): Promise<OwnerKey> {
  const filled = (answer: string) => (answer.trim() === '' ? 'A value is required.' : true);
  const key = (await prompts.secret('API key:', filled)).trim();
  if (key.includes(':')) return parseToken(key);
  return parseToken(`${key}:${(await prompts.secret('API secret:', filled)).trim()}`);
}

/** Maximum size of a token, far above that of any key and secret. */
const TOKEN_LIMIT_BYTES = 8192;

async function readToken({ streams }: Context): Promise<OwnerKey> {
  const token = await streams.stdin.readAll(TOKEN_LIMIT_BYTES).catch((error: unknown) => {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError('Standard input is too long for key:secret.');
  });
  return parseToken(token);
}

/** Accepts any HTTP answer: a service refuses a request without a key. */
async function checkAnswers(context: Context, baseUrl: string): Promise<void> {
  try {
    const unknown = { apiKey: 'none', apiSecret: 'none' };
    await listOnce(context, `Connecting to ${baseUrl}`, { baseUrl, ...unknown, retry: false });
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 401, 403, 429].includes(error.status)) throw error;
  }
}

/** Returns the version of a feedctl service, null for any other. */
async function verify(context: Context, baseUrl: string, pair: OwnerKey): Promise<string | null> {
  try {
    return await listOnce(context, `Testing the credentials at ${baseUrl}`, { baseUrl, ...pair });
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error;
    throw new CliError(`${baseUrl} rejected this key and secret.`, {
      exitCode: 4,
      code: error.code ?? 'UNAUTHORIZED',
      detail: `Response: ${error.message}\nNothing was stored.`,
      hint: 'Copy both again from the API section of the account settings.',
      cause: error,
    });
  }
}

/** Sends one GET with other credentials than those in use. */
async function listOnce(
  { during, globals, signal }: Context,
  label: string,
  credentials: OwnerKey & { baseUrl: string; retry?: false },
): Promise<string | null> {
  const client = new FeedClient({ ...credentials, timeoutMs: globals.timeout, signal });
  try {
    await during(label, () => client.listFeeds({ limit: 1 }));
    return client.service.version;
  } finally {
    await client.close();
  }
}
