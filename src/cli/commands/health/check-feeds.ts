import { hash } from 'node:crypto';
import { itemName } from '../../../base/same/item-name.js';
import { ApiError } from '../../../client/errors.js';
import type { Feed, FeedClient, FeedSummary } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import { inParallel } from '../../bulk/each.js';
import { startProgress } from '../../bulk/progress.js';
import { checksOf, type HealthCheckName } from '../../checks/table.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import type { Context } from '../../verbs/context.js';
import type { Checked, Memories } from './checked.js';
import { noticeNewest } from './episodes.js';
import { examine, fixesFor, isExaminable, newestAt, type Problem } from './feed-checks.js';
import { type ListedFeeds, listFeedsOnce } from './listed-feeds.js';
import { Prober } from './probe.js';

export interface CheckOptions {
  /** Maximum age in milliseconds; undefined: derived from each feed's own rhythm. */
  maxAge?: number | undefined;
  skipPublished: boolean;
  /** Names of the checks to run. */
  wanted: readonly HealthCheckName[];
}

/** Parallel requests: fast for thousands of feeds without overloading a service. */
const READS = 4;

const PROBE_TIMEOUT_MS = 15_000;

/** A feed to check, with its problem if the list shows it. */
interface Chosen extends Pick<Feed, 'id'> {
  /** Facts from the list; undefined if the feed must be read. */
  listed?: Pick<Feed, 'title' | 'rss_feed_url'> & { problem: Problem | undefined };
}

/**
 * Checks the given feeds, or all feeds, in the order of the account. @returns also the feeds of the
 * account, if they were listed
 */
export async function checkFeeds(
  context: Context,
  typed: readonly string[],
  memories: Memories,
  { maxAge: maxAgeMs, skipPublished, wanted }: CheckOptions,
): Promise<{ checks: Checked[]; account?: ListedFeeds }> {
  const isWanted = (name: HealthCheckName) => wanted.includes(name);
  if (!checksOf('feed', 'published').some(isWanted)) return { checks: [] };
  const client = await context.client();
  const now = Date.now();
  const known = { now, maxAgeMs, newSeenAt: undefined };
  const feeds: Chosen[] = [];
  const choose = (feed: FeedSummary) => {
    const { id, title, rss_feed_url } = feed;
    if (!isExaminable(feed, known, wanted)) feeds.push({ id });
    else feeds.push({ id, listed: { title, rss_feed_url, problem: examine(feed, known, wanted) } });
  };
  const account =
    typed.length > 0
      ? undefined
      : await context.during('Reading the account', () => listFeedsOnce(client, choose));
  for (const id of account ? [] : await chosen(context, client, typed)) feeds.push({ id });
  const canRefresh = (await client.detectService()).version !== null;
  const prober = new Prober(context.globals.timeout ?? PROBE_TIMEOUT_MS, context.signal);
  // Published addresses are not checked while nothing serves them, which is no problem of the feed.
  const probes =
    checksOf('published').some(isWanted) && !skipPublished && !(await context.isUnserved());
  const progress = startProgress(context, 'Checking feeds', feeds.length);

  async function check({ id, listed }: Chosen): Promise<Checked | undefined> {
    const before = memories.get(id) ?? {};
    if (listed !== undefined) {
      const found = listed.problem ?? (await probe(listed));
      return checked({ id, title: listed.title }, found, before);
    }
    const feed = await readChecked(client, id, typed.length > 0);
    if (feed === undefined) return undefined;
    if (!('items' in feed)) return checked({ id, title: '' }, feed, before);
    const memory = noticeNewest(before, identityOfNewest(feed), now);
    const newSeenAt = before.newest === undefined ? undefined : memory.newSeenAt;
    const freshness = { now, maxAgeMs, newSeenAt };
    const found = examine(feed, freshness, wanted) ?? (await probe(feed));
    const isAgeUnknown = feed.items.length > 0 && newestAt(feed, freshness) === undefined;
    return { ...checked(feed, found, memory), isAgeUnknown };
  }

  async function probe({ rss_feed_url }: Pick<Feed, 'rss_feed_url'>): Promise<Problem | undefined> {
    return probes ? prober.probe(rss_feed_url) : undefined;
  }

  function checked(
    { id, title }: Pick<Feed, 'id' | 'title'>,
    problem: Problem | undefined,
    memory: Checked['memory'],
  ): Checked {
    const found = problem !== undefined && isWanted(problem.check) ? problem : undefined;
    const fixes = found === undefined ? [] : fixesFor(found.check, id, { canRefresh });
    return { key: id, id, title, found, fixes, memory };
  }

  try {
    const checks = await inParallel(feeds, READS, async (feed) => {
      const one = await check(feed);
      progress.step();
      return one;
    });
    return { checks: checks.filter((one) => one !== undefined), ...(account && { account }) };
  } finally {
    await progress.end();
    await prober.close();
  }
}

/** Returns the feed, or the problem that prevents reading it; undefined when it was deleted in the meantime. */
async function readChecked(
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
  return [...new Set(lists.flat())];
}

function identityOfNewest({ items: [newest] }: Feed): string | undefined {
  if (newest === undefined) return undefined;
  return newest.guid ?? hash('sha256', itemName(newest), 'base64url').slice(0, 16);
}
