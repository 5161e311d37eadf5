import { existsSync } from 'node:fs';
import { isLoopback } from '../../../base/loopback.js';
import { timeSpan } from '../../../base/relative-time.js';
import { isUrl } from '../../../base/url.js';
import type { ServiceHealth } from '../../../client/index.js';
import { loadService } from '../../connection/embedded.js';
import { accountFlags, shellCommand } from '../../kit/index.js';
import { databasePlace } from '../../profiles/database-place.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { type Check, fail, failure, ok, warn } from './check-files.js';

/** Receivers reject webhook signatures that are off by more than 5 minutes; warn at half of it. */
const SKEW_WARNS_MS = 150_000;
const SKEW_FAILS_MS = 300_000;

/** The credentials in use and where they come from. */
export async function checkCredentials(context: Context): Promise<Check[]> {
  const used = await context.credentials();
  return [ok('credentials', sourceOf(used))];
}

/** Sends one request as any command does; its Date header shows the clock of the service. */
export async function checkReachability(context: Context): Promise<Check[]> {
  const used = await context.credentials();
  if (used.kind === 'embedded') {
    const closed = await openingFailure(context);
    if (closed !== undefined) return [closed];
  }
  const client = await context.client();
  const startedAt = Date.now();
  await client.listFeeds({ limit: 1 });
  const took = Date.now() - startedAt;
  const { version } = client.service;
  const kind = version === null ? 'not a feedctl service' : `feedctl ${version}`;
  const where = used.kind === 'remote' ? used.baseUrl : 'The embedded service';
  const reached = ok('reachability', `${where} answers in ${took} ms; it is ${kind}.`);
  if (used.kind !== 'remote') return [reached];
  const before = Date.now();
  const { headers } = await client.request('GET', '/v1/feeds', { query: { limit: 1 } });
  return [reached, clock(headers.date, before, Date.now())];
}

/** Why the database cannot be opened, with a fix; undefined when it can. */
async function openingFailure(context: Context): Promise<Check | undefined> {
  try {
    await context.client();
    return undefined;
  } catch (error) {
    const check = failure('database', error);
    const { file } = databasePlace(context.env);
    if (check.fixes.length > 0) return check;
    const installs = /npm install \S+ \S+/.exec(check.detail)?.[0];
    return { ...check, fixes: [installs ?? shellCommand(suggestion(check.detail, file))] };
  }
}

function suggestion(detail: string, file: string | null): readonly string[] {
  if (file === null) return ['feedctl', 'help', 'environment'];
  if (/not a feedctl database|is damaged/.test(detail)) return ['mv', file, `${file}.damaged`];
  return /Another process/.test(detail) ? ['fuser', '-v', file] : ['ls', '-l', file];
}

/** The proxy that requests to the service go through. */
export async function checkProxy(context: Context): Promise<Check[]> {
  const { env } = context;
  const name = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((each) => env[each]);
  const used = await context.credentials().catch(() => undefined);
  if (name === undefined) return [ok('proxy', 'No proxy is set.')];
  const address = env[name] ?? '';
  if (!isUrl(address)) {
    return [fail('proxy', `${name} is not an address: "${address}"`, `unset ${name}`)];
  }
  const { host } = new URL(address);
  const isUsed = used?.kind === 'remote' && !isLoopback(new URL(used.baseUrl).hostname);
  const use = isUsed
    ? 'Requests go through it, unless NO_PROXY names the service.'
    : 'It is not used because the service is on this machine.';
  return [ok('proxy', `${name} is ${host}. ${use}`)];
}

/** The feeds of the account and the processes that fetch them; empty when the service does not report them. */
export async function checkFeeds(context: Context): Promise<Check[]> {
  const client = await context.client();
  const { version } = await client.detectService();
  if (version === null) return [];
  const { feeds, instances, served, refreshed, queue } = await client.getServiceHealth();
  const serving = await context.credentials();
  return [
    feedsCheck(context, feeds),
    ...(serving.kind === EMBEDDED
      ? [instanceCheck(context, instances ?? [])]
      : [servedCheck({ served, refreshed })]),
    queueCheck(queue),
  ];
}

/** The database of the embedded service; empty for a remote service. */
export async function checkDatabaseFile(context: Context): Promise<Check[]> {
  if ((await context.credentials()).kind !== EMBEDDED) return [];
  const { location, file } = databasePlace(context.env);
  if (file !== null && !existsSync(file)) return [ok('database', `${file}, not created yet`)];
  const maintenance = await (await loadService()).loadMaintenance();
  return [database(context, await maintenance.findDamage(location))];
}

function database({ globals }: Context, damage: readonly string[]): Check {
  if (damage.length === 0) return ok('database', 'It is not damaged.');
  const save = shellCommand(['feedctl', 'export', '--to', 'feeds.yaml', ...accountFlags(globals)]);
  return fail('database', `It is damaged: ${damage.join('; ')}`, save);
}

function feedsCheck({ globals }: Context, feeds: ServiceHealth['feeds']): Check {
  const { all, failing, inactive } = feeds;
  const count = all === 1 ? '1 feed' : `${all} feeds`;
  if (failing + inactive === 0) return ok('feeds', `${count}, all healthy.`);
  const list = ['feedctl', 'feeds', 'list', '--failing', '--inactive', ...accountFlags(globals)];
  const detail = `${count}: ${failing} failing, ${inactive} inactive.`;
  return warn('feeds', detail, shellCommand(list));
}

/** A longer delay of a due feed or delivery means that the backlog is not worked off. */
const LAG_WARNS_S = 15 * 60;

function queueCheck({ refresh_lag_seconds, delivery_lag_seconds }: ServiceHealth['queue']): Check {
  const lags = `feeds ${lag(refresh_lag_seconds)}, deliveries ${lag(delivery_lag_seconds)}`;
  const isLate = Math.max(refresh_lag_seconds, delivery_lag_seconds) > LAG_WARNS_S;
  if (!isLate) return ok('queue', `No backlog: ${lags}.`);
  return warn('queue', `Backlog: ${lags}.`, 'feedctl refresh --due');
}

function lag(seconds: number): string {
  return seconds === 0 ? 'none due' : `up to ${timeSpan(seconds * 1000) ?? 'a minute'} late`;
}

function servedCheck({ served, refreshed }: Pick<ServiceHealth, 'served' | 'refreshed'>): Check {
  if (!served)
    return warn('live instance', 'No process has registered as serving this database.', null);
  return refreshed
    ? ok('live instance', 'It responds and fetches due feeds.')
    : warn('live instance', 'It responds, but no process fetches due feeds.', null);
}

function instanceCheck(
  { globals }: Context,
  instances: NonNullable<ServiceHealth['instances']>,
): Check {
  if (instances.length === 0) {
    const serve = shellCommand(['feedctl', 'serve', ...accountFlags(globals)]);
    const detail =
      'No feedctl serve is running: published feeds are not reachable, and feeds are refreshed only when they are read.';
    return warn('live instance', detail, serve);
  }
  const each = instances.map(
    ({ role, listen_url, public_url }) => `${public_url ?? listen_url ?? 'no port'} (${role})`,
  );
  return ok('live instance', each.join(', '));
}

function clock(date: string | undefined, before: number, after: number): Check {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('clock', 'The service does not send its time.');
  // The header has whole seconds, so it may be up to a second behind.
  const skew = theirs + 500 - (before + after) / 2;
  const size = Math.abs(skew);
  const difference = timeSpan(size);
  const way = skew > 0 ? 'behind' : 'ahead of';
  if (size < SKEW_WARNS_MS) return ok('clock', 'It agrees with the clock of the service.');
  const detail = `This machine is ${difference} ${way} the service.`;
  const fix = 'timedatectl set-ntp true';
  return size < SKEW_FAILS_MS ? warn('clock', detail, fix) : fail('clock', detail, fix);
}

function sourceOf(used: Credentials): string {
  if (used.kind === 'embedded') {
    const why = used.implied
      ? 'no other service is configured'
      : 'selected with auth login --embedded';
    return `The embedded service: ${why}.`;
  }
  const { source, baseUrl, apiKey } = used;
  const from = source.kind === 'profile' ? `Profile ${source.name}` : 'The environment';
  return `${from}: ${baseUrl}, key ${apiKey.slice(0, 4)}…`;
}
