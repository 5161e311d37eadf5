import { isUrl } from '../../../base/url.js';
import { CliError, UsageError, withScheme } from '../../kit/index.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { LOGIN_VIEW } from './token.js';

/** Far longer than any key and secret. */
const TOKEN_LIMIT_BYTES = 8192;

interface Pair {
  apiKey: string;
  apiSecret: string;
}

/** Stores the credentials of a remote service after one successful request. */
export async function loginRemote(
  context: Context,
  { withToken }: { withToken: boolean },
): Promise<void> {
  const { globals, prompts, profiles, output, notes } = context;
  if (globals.profile === EMBEDDED) {
    throw new UsageError('The profile "embedded" is reserved for the embedded service.', {
      hint: 'Choose another name, or: feedctl auth login --embedded',
    });
  }
  if (!withToken && !prompts.canAsk) throw needsTerminal(globals.baseUrl);
  const { parseBaseUrl } = await import('../../../client/index.js');
  const typed = globals.baseUrl ?? (await askAddress(context, withToken));
  if (typed === '') {
    const { loginEmbedded } = await import('./login-embedded.js');
    return loginEmbedded(context);
  }
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
  await output.record({ profile: name, kind: 'remote', baseUrl }, LOGIN_VIEW);
}

async function askAddress({ prompts }: Context, withToken: boolean): Promise<string> {
  if (withToken)
    throw new UsageError('--with-token needs --base-url.', {
      hint: 'For example: feedctl auth login --base-url https://feeds.example.com --with-token',
    });
  const complete = (answer: string) => withScheme(answer) ?? answer.trim();
  const answer = await prompts.text('Address of the service (empty: the embedded one):', (typed) =>
    typed.trim() === '' || isUrl(complete(typed))
      ? true
      : 'Enter an address, such as feeds.example.com',
  );
  return complete(answer);
}

/** Any HTTP answer will do: a service refuses a request without a key. */
async function checkAnswers({ during, globals, signal }: Context, baseUrl: string): Promise<void> {
  const { ApiError, FeedClient } = await import('../../../client/index.js');
  const client = new FeedClient({
    ...{ baseUrl, apiKey: 'none', apiSecret: 'none' },
    ...{ timeoutMs: globals.timeout, signal, retry: false },
  });
  try {
    await during(`Connecting to ${baseUrl}`, () => client.listFeeds({ limit: 1 }));
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 401, 403, 429].includes(error.status)) throw error;
  } finally {
    await client.close();
  }
}

/** Key and secret may be pasted together: "key:secret" is accepted at the key prompt. */
async function askPair({ prompts }: Context): Promise<Pair> {
  const filled = (answer: string) => (answer.trim() === '' ? 'A value is required.' : true);
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
    throw new UsageError('Standard input is too long for key:secret.');
  }
}

async function parsePair(token: string): Promise<Pair> {
  const { parseToken } = await import('../../../client/index.js');
  return parseToken(token);
}

/** Sends one GET. Returns the version of a feedctl service, null for any other. */
async function verify(
  { during, globals, signal }: Context,
  baseUrl: string,
  pair: Pair,
): Promise<string | null> {
  const { ApiError, FeedClient } = await import('../../../client/index.js');
  const client = new FeedClient({ baseUrl, ...pair, timeoutMs: globals.timeout, signal });
  try {
    await during(`Testing the credentials at ${baseUrl}`, () => client.listFeeds({ limit: 1 }));
    return client.service.version;
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error;
    throw new CliError(`${baseUrl} rejected this key and secret.`, {
      exitCode: 4,
      code: error.code ?? 'UNAUTHORIZED',
      detail: `Response: ${error.message}\nNothing was stored.`,
      hint: 'Copy both again from the API section of the account settings.',
      cause: error,
    });
  } finally {
    await client.close();
  }
}

function needsTerminal(baseUrl = 'https://feeds.example.com'): UsageError {
  return new UsageError('Cannot ask for the key and secret without a terminal.', {
    hint: `Pipe them in: feedctl auth login --base-url ${baseUrl} --with-token < token.txt, or for the embedded service: feedctl auth login --embedded`,
  });
}
