import { CliError, UsageError } from '../../kit/index.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { LOGIN_VIEW } from './token.js';

/** Far more than a key and a secret. */
const TOKEN_LIMIT_BYTES = 8192;

interface Pair {
  apiKey: string;
  apiSecret: string;
}

/** Stores the credentials of a remote service once one request has shown that they work. */
export async function loginRemote(
  context: Context,
  { withToken }: { withToken: boolean },
): Promise<void> {
  const { globals, prompts, profiles, output, notes } = context;
  if (globals.profile === EMBEDDED) {
    throw new UsageError('The profile "embedded" is the service inside this program.', {
      hint: 'Choose another name, or: feedctl auth login --embedded',
    });
  }
  if (!withToken && !prompts.canAsk) throw nobodyToAsk(globals.baseUrl);
  const { parseBaseUrl } = await import('../../../client/index.js');
  const address = parseBaseUrl(globals.baseUrl ?? (await askAddress(context, withToken)));
  const baseUrl = address.href.replace(/\/$/, '');
  const pair = withToken ? await readToken(context) : await askPair(context);
  const serviceVersion = await verify(context, baseUrl, pair);
  const name = globals.profile ?? address.host;
  await profiles.save(name, { kind: 'remote', baseUrl, ...pair, serviceVersion });
  await notes.note(`Logged in. The credentials are in ${profiles.file}, readable by you alone.`);
  await output.record({ profile: name, kind: 'remote', baseUrl }, LOGIN_VIEW);
}

async function askAddress({ prompts }: Context, withToken: boolean): Promise<string> {
  if (withToken)
    throw new UsageError('--with-token needs --base-url.', {
      hint: 'For example: feedctl auth login --base-url https://feeds.example.com --with-token',
    });
  return prompts.text('Address of the service:', (answer) =>
    URL.canParse(answer) ? true : 'Write it in full, such as https://feeds.example.com',
  );
}

/** Some people keep key and secret as one text: it is taken where the key is asked for. */
async function askPair({ prompts }: Context): Promise<Pair> {
  const filled = (answer: string) => (answer.trim() === '' ? 'It is needed to go on.' : true);
  const apiKey = (await prompts.secret('API key:', filled)).trim();
  if (apiKey.includes(':')) return parsePair(apiKey);
  const apiSecret = (await prompts.secret('API secret:', filled)).trim();
  return parsePair(`${apiKey}:${apiSecret}`);
}

async function readToken({ streams }: Context): Promise<Pair> {
  try {
    return await parsePair(await streams.stdin.readAll(TOKEN_LIMIT_BYTES));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError('Standard input is too long to be key:secret.');
  }
}

async function parsePair(token: string): Promise<Pair> {
  const { parseToken } = await import('../../../client/index.js');
  return parseToken(token);
}

/** One GET. Returns the version of a service of feedctl's own, null for another one. */
async function verify(
  { during, globals, signal }: Context,
  baseUrl: string,
  pair: Pair,
): Promise<string | null> {
  const { ApiError, FeedClient } = await import('../../../client/index.js');
  const client = new FeedClient({ baseUrl, ...pair, timeoutMs: globals.timeout, signal });
  try {
    await during(`Trying the credentials at ${baseUrl}`, () => client.listFeeds({ limit: 1 }));
    return client.service.version;
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error;
    throw new CliError(`${baseUrl} does not accept this key and secret.`, {
      exitCode: 4,
      code: error.code ?? 'UNAUTHORIZED',
      detail: `It says: ${error.message}\nNothing was stored.`,
      hint: 'Copy both again from the API section of the account settings.',
      cause: error,
    });
  } finally {
    await client.close();
  }
}

function nobodyToAsk(baseUrl = 'https://feeds.example.com'): UsageError {
  return new UsageError('Nobody can be asked for the key and the secret here.', {
    hint: `Pipe them in: feedctl auth login --base-url ${baseUrl} --with-token < token.txt`,
  });
}
