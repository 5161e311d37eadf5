import { hash } from 'node:crypto';
import { ApiError } from '../../../client/errors.js';
import type { Feed, FeedClient } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import { inParallel } from '../../bulk/each.js';
import { startProgress } from '../../bulk/progress.js';
import { checksOf, type HealthCheckName } from '../../checks/table.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import type { Context } from '../../verbs/context.js';
import { type FeedMemory, noticeNewest } from './episodes.js';
import { examine, type FixFacts, newestAt, type Problem } from './feed-checks.js';
import { Prober } from './probe.js';

/** Result of checking one feed. */
export interface FeedCheck {
  id: string;
  title: string;
  found: Problem | undefined;
  memory: FeedMemory;
  /** The items have no dates and the feed was not checked before. */
  isAgeUnknown: boolean;
  fixFacts: FixFacts;
}

export interface CheckOptions {
  /** Undefined: derived from each feed's own rhythm. */
  maxAgeMs: number | undefined;
  skipPublished: boolean;
  /** Names of the checks to run. */
  wanted: readonly HealthCheckName[];
}

/** Parallel requests: fast for thousands of feeds without overloading a service. */
const READS = 4;

const PROBE_TIMEOUT_MS = 15_000;

/** Checks the given feeds, or all feeds, in the order of the account. */
export async function checkFeeds(
  context: Context,
  typed: readonly string[],
  memories: ReadonlyMap<string, FeedMemory>,
  options: CheckOptions,
): Promise<FeedCheck[]> {
  const { wanted } = options;
  if (!checksOf('feed', 'published').some((check) => wanted.includes(check))) return [];
  const client = await context.client();
  const ids = await chosen(context, client, typed);
  const canRefresh = (await client.detectService()).version !== null;
  const prober = new Prober(context.globals.timeout ?? PROBE_TIMEOUT_MS, context.signal);
  // Published addresses cannot be reached while nothing serves them; that is not a problem of the feed.
  const isPublished = checksOf('published').some((check) => wanted.includes(check));
  const probes = isPublished && !options.skipPublished && !(await context.isUnserved());
  const now = Date.now();
  const progress = startProgress(context, 'Checking feeds', ids.length);
  async function check(id: string): Promise<FeedCheck | undefined> {
    const memory = memories.get(id) ?? {};
    const feed = await read(client, id, typed.length > 0);
    if (feed === undefined) return undefined;
    if (!('items' in feed)) {
      const age = { isAgeUnknown: false, memory, fixFacts: { canRefresh } };
      return { id, title: '', found: wanted.includes(feed.check) ? feed : undefined, ...age };
    }
    const probe = probes ? prober : undefined;
    return judged(feed, memory, { now, canRefresh, probe, options });
  }
  try {
    const checks = await inParallel(ids, READS, async (id) => {
      const one = await check(id);
      progress.step();
      return one;
    });
    return checks.filter((one) => one !== undefined);
  } finally {
    await progress.end();
    await prober.close();
  }
}

async function judged(
  feed: Feed,
  before: FeedMemory,
  facts: { now: number; canRefresh: boolean; probe: Prober | undefined; options: CheckOptions },
): Promise<FeedCheck> {
  const { now, options, probe, canRefresh } = facts;
  const memory = noticeNewest(before, identityOfNewest(feed), now);
  const freshness = {
    now,
    maxAgeMs: options.maxAgeMs,
    newSeenAt: before.newest === undefined ? undefined : memory.newSeenAt,
  };
  const { wanted } = options;
  const found = examine(feed, freshness, wanted) ?? (await probe?.probe(feed.rss_feed_url));
  return {
    id: feed.id,
    title: feed.title,
    found: found !== undefined && wanted.includes(found.check) ? found : undefined,
    memory,
    isAgeUnknown: feed.items.length > 0 && newestAt(feed, freshness) === undefined,
    fixFacts: { canRefresh },
  };
}

/** Returns the feed, or the problem that prevents reading it; undefined when it was deleted in the meantime. */
async function read(
  client: FeedClient,
  id: string,
  isNamed: boolean,
): Promise<Feed | Problem | undefined> {
  try {
    return await client.getFeed(id, { sort: 'last_added' });
  } catch (error) {
    // A rejected key, a rate limit or an unavailable service affects all feeds alike.
    if (!(error instanceof ApiError) || [401, 403, 429].includes(error.status)) throw error;
    if (error.status === 404 && !isNamed) return undefined;
    if (error.status === 404) throw error;
    const detail = `The service returned ${error.status}: ${error.message}`;
    return { check: error.status === 402 ? 'unpaid' : 'failing', detail };
  }
}

async function chosen(
  context: Context,
  client: FeedClient,
  typed: readonly string[],
): Promise<string[]> {
  const named = await resolveIds(context, typed, { of: 'either', verb: 'get', reads: true });
  const lists = await context.during('Reading the account', () =>
    inParallel(named, READS, async (id) =>
      isBundleId(id) ? (await client.getBundle(id)).feeds : [id],
    ),
  );
  if (typed.length > 0) return [...new Set(lists.flat())];
  const all: string[] = [];
  for await (const { id } of client.feeds()) all.push(id);
  return all;
}

function identityOfNewest({ items: [newest] }: Feed): string | undefined {
  if (newest === undefined) return undefined;
  return hash('sha256', `${newest.url}\n${newest.title}`, 'base64url').slice(0, 16);
}
