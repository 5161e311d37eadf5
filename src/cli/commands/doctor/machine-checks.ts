import { existsSync } from 'node:fs';
import { isLoopback } from '../../../base/loopback.js';
import { timeSpan } from '../../../base/relative-time.js';
import { counted } from '../../../base/text.js';
import { isUrl } from '../../../base/url.js';
import type { ServiceHealth } from '../../../client/index.js';
import { VERSION } from '../../../contract/version.js';
import { repairedTimes } from '../../checks/repaired-times.js';
import type { MachineCheckName } from '../../checks/table.js';
import { loadService } from '../../connection/embedded.js';
import { describe } from '../../errors/describe.js';
import { accountFlags, shellCommand } from '../../kit/index.js';
import { databasePlace } from '../../profiles/database-place.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { checkConfiguration, checkDataDirectory } from './check-files.js';
import { fail, ok, type Result, warn } from './result.js';

export const MACHINE_CHECKS: Readonly<
  Record<MachineCheckName, (context: Context) => Promise<Result[]>>
> = {
  node: async () => [checkNode(process.version)],
  configuration: async ({ profiles }) => [await checkConfiguration(profiles)],
  'data directory': async ({ env }) => [await checkDataDirectory(env)],
  credentials: async (context) => [await checkCredentials(context)],
  proxy: async (context) => [await checkProxy(context)],
  reachability: checkReachability,
  database: checkDatabaseFile,
  feeds: checkFeeds,
};

/** The oldest Node this program runs on: `engines` in package.json. */
const OLDEST_NODE = [20, 19] as const;

/** @param version in the form of `process.version` */
export function checkNode(version: string): Result {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const detail = `Node ${version}, feedctl ${VERSION}, ${process.platform} ${process.arch}`;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return isOld
    ? fail(`${detail}. It needs Node ${OLDEST_NODE.join('.')}.`, 'nvm install --lts')
    : ok(detail);
}

/** The credentials in use and where they come from. */
async function checkCredentials(context: Context): Promise<Result> {
  const used = await context.credentials();
  if (used.kind === EMBEDDED) {
    const why = used.implied
      ? 'no other service is configured'
      : 'selected with auth login --embedded';
    return ok(`The embedded service: ${why}.`);
  }
  const { source, baseUrl, apiKey } = used;
  const from = source.kind === 'profile' ? `Profile ${source.name}` : 'The environment';
  return ok(`${from}: ${baseUrl}, key ${apiKey.slice(0, 4)}…`);
}

/** The proxy for requests to the service. */
async function checkProxy(context: Context): Promise<Result> {
  const { env } = context;
  const name = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((each) => env[each]);
  if (name === undefined) return ok('No proxy is set.');
  const used = await context.credentials().catch(() => undefined);
  const address = env[name] ?? '';
  if (!isUrl(address)) return fail(`${name} is not an address: "${address}"`, `unset ${name}`);
  const isUsed = used?.kind === 'remote' && !isLoopback(new URL(used.baseUrl).hostname);
  const use = isUsed
    ? 'Requests go through it, unless NO_PROXY names the service.'
    : 'It is not used because the service is on this machine.';
  return ok(`${name} is ${new URL(address).host}. ${use}`);
}

/** Sends one request as any command does; its Date header shows the clock of the service. */
async function checkReachability(context: Context): Promise<Result[]> {
  const used = await context.credentials();
  const closed = used.kind === EMBEDDED ? await openingFailure(context) : undefined;
  if (closed !== undefined) return [closed];
  const client = await context.client();
  const startedAt = Date.now();
  await client.listFeeds({ limit: 1 });
  const took = Date.now() - startedAt;
  const { version } = client.service;
  const kind = version === null ? 'not a feedctl service' : `feedctl ${version}`;
  const where = used.kind === 'remote' ? used.baseUrl : 'The embedded service';
  const reached = ok(`${where} answers in ${took} ms; it is ${kind}.`);
  if (used.kind !== 'remote') return [reached];
  const before = Date.now();
  const { headers } = await client.request('GET', '/v1/feeds', { query: { limit: 1 } });
  return [reached, { check: 'clock', ...clock(headers.date, before, Date.now()) }];
}

/** Why the database cannot be opened, with a fix; undefined when it can. */
async function openingFailure(context: Context): Promise<Result | undefined> {
  try {
    await context.client();
    return undefined;
  } catch (error) {
    const { message, detail = '', hint } = describe(error);
    const text = `${message} ${detail}`.trim();
    const installs = /npm install \S+ \S+/.exec(text)?.[0];
    const fix = hint ?? installs ?? shellCommand(suggestion(text, databasePlace(context.env).file));
    return { check: 'database', ...fail(text, fix) };
  }
}

function suggestion(detail: string, file: string | null): readonly string[] {
  if (file === null) return ['feedctl', 'help', 'environment'];
  if (/not a feedctl database|is damaged/.test(detail)) return ['mv', file, `${file}.damaged`];
  return /Another process/.test(detail) ? ['fuser', '-v', file] : ['ls', '-l', file];
}

/** Receivers reject webhook signatures that are off by more than 5 minutes; warn at half of it. */
const SKEW_WARNS_MS = 150_000;
const SKEW_FAILS_MS = 300_000;

function clock(date: string | undefined, before: number, after: number): Result {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('The service does not send its time.');
  // The header has whole seconds, so it may be up to a second behind.
  const skew = theirs + 500 - (before + after) / 2;
  const size = Math.abs(skew);
  if (size < SKEW_WARNS_MS) return ok('It agrees with the clock of the service.');
  const way = skew > 0 ? 'behind' : 'ahead of';
  const detail = `This machine is ${timeSpan(size)} ${way} the service.`;
  return (size < SKEW_FAILS_MS ? warn : fail)(detail, 'timedatectl set-ntp true');
}

/** The database of the embedded service; nothing for a remote service. */
async function checkDatabaseFile(context: Context): Promise<Result[]> {
  if ((await context.credentials()).kind !== EMBEDDED) return [];
  const { location, file } = databasePlace(context.env);
  if (file !== null && !existsSync(file)) return [ok(`${file}, not created yet`)];
  const maintenance = await (await loadService()).loadMaintenance();
  const damage = await maintenance.findDamage(location);
  if (damage.length === 0) return [ok('It is not damaged.')];
  const save = command(context, 'export', '--to', 'feeds.yaml');
  return [fail(`It is damaged: ${damage.join('; ')}`, save)];
}

function command({ globals }: Context, ...words: string[]): string {
  return shellCommand(['feedctl', ...words, ...accountFlags(globals)]);
}

/** The feeds of the account and the processes that fetch them; nothing when the service does not report them. */
async function checkFeeds(context: Context): Promise<Result[]> {
  const client = await context.client();
  if ((await client.detectService()).version === null) return [];
  const health = await client.getServiceHealth();
  const isEmbedded = (await context.credentials()).kind === EMBEDDED;
  return [
    countOfFeeds(context, health),
    { check: 'live instance', ...(isEmbedded ? instances(context, health) : served(health)) },
    { check: 'queue', ...queue(health) },
    ...repairedTimes(health).map((detail) => ({ check: 'clock', ...warn(detail) })),
  ];
}

function countOfFeeds(context: Context, { feeds }: ServiceHealth): Result {
  const { all, failing, inactive } = feeds;
  const count = counted(all, 'feed');
  if (failing + inactive === 0) return ok(`${count}, all healthy.`);
  const list = command(context, 'feeds', 'list', '--failing', '--inactive');
  return warn(`${count}: ${failing} failing, ${inactive} inactive.`, list);
}

function served({ served: isServed, refreshed }: ServiceHealth): Result {
  if (!isServed) return warn('No process has registered as serving this database.');
  return refreshed
    ? ok('It responds and fetches due feeds.')
    : warn('It responds, but no process fetches due feeds.');
}

function instances(context: Context, { instances: all }: ServiceHealth): Result {
  const each = (all ?? []).map(
    ({ role, listen_url, public_url }) => `${public_url ?? listen_url ?? 'no port'} (${role})`,
  );
  if (each.length > 0) return ok(each.join(', '));
  return warn(
    'No feedctl serve is running: published feeds are not reachable, and feeds are refreshed only when they are read.',
    command(context, 'serve'),
  );
}

/** A longer delay of a due feed or delivery means that the backlog is not worked off. */
const LAG_WARNS_S = 15 * 60;

function queue({ queue: { refresh_lag_seconds, delivery_lag_seconds } }: ServiceHealth): Result {
  const lags = `feeds ${lag(refresh_lag_seconds)}, deliveries ${lag(delivery_lag_seconds)}`;
  const isLate = Math.max(refresh_lag_seconds, delivery_lag_seconds) > LAG_WARNS_S;
  return isLate ? warn(`Backlog: ${lags}.`, 'feedctl refresh --due') : ok(`No backlog: ${lags}.`);
}

function lag(seconds: number): string {
  return seconds === 0 ? 'none due' : `up to ${timeSpan(seconds * 1000)} late`;
}
