import { createHash } from 'node:crypto';
import type { FeedRepair, RepairFeedBody } from '../../contract/index.js';
import {
  judgeRepair,
  MIN_KNOWN_ITEMS,
  pairLists,
  type RepairFacts,
} from '../../generator/service.js';
import { readRule } from '../../generator/stored.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { SourceEntry } from '../core/source-document.js';
import { isoTimeOrNull } from '../core/time.js';
import type { Deps } from '../feeds/deps.js';
import { feedNotFound, findWholeFeed } from '../feeds/feed.js';
import { READ_ANEW } from '../feeds/next-fetch.js';
import { canonicalSelectors, readAnew, sourceOf } from '../feeds/source-columns.js';
import { knownItems } from '../items/stored-items.js';
import { withoutValidators } from '../schedule/revalidate.js';
import { generatorRule, repairedRule } from '../sources/reading-state.js';
import type { DocumentReading, UrlSource } from '../sources/source-reader.js';
import type { RowOf } from '../store/schema.js';
import { changeSource } from './change-source.js';
import { readingStateOf } from './read-source.js';

type RepairDeps = Pick<Deps, 'store' | 'reader'>;
type FeedRow = RowOf<'feeds'>;

/** A proposed list for a feed, and the data that must be stored for it. */
interface Proposal {
  repair: FeedRepair;
  reading: RepairReading;
}

type RepairReading = DocumentReading & { facts: RepairFacts; foundAgain: string | null };

/**
 * GET /v1/feeds/:id/repair: reads the page of a feed and proposes its new list; for the feed of a
 * site, the feed that the site names now. Stores nothing.
 * @throws ServiceError FEED_NOT_FOUND; INVALID_FIELD for a search of the news; NO_ITEMS_FOUND if
 * the page has no list; other errors of reading the page
 */
export async function proposeFeedRepair(
  deps: Deps,
  account: Account,
  id: string,
): Promise<FeedRepair> {
  const feed = await findRepairable(deps, account, id);
  return feed.origin === 'page'
    ? (await proposalFor(deps, feed)).repair
    : await proposeNamedFeed(deps, feed);
}

/**
 * POST /v1/feeds/:id/repair: stores the data that finds the proposed list. The next refresh uses it
 * to read the page, and keeps the identities of items whose address changed.
 * @throws ServiceError INVALID_FIELD if the page gives another proposal now
 */
export async function acceptFeedRepair(
  deps: Deps,
  account: Account,
  id: string,
  { proposal }: RepairFeedBody,
): Promise<void> {
  const feed = await findRepairable(deps, account, id);
  if (feed.origin === 'feed') {
    const repair = await proposeNamedFeed(deps, feed);
    if (repair.proposal !== proposal || repair.feed_url === null) throw isOutdated(id, repair);
    return changeSource(deps, account, id, { url: repair.feed_url });
  }
  const { repair, reading } = await proposalFor(deps, feed);
  if (repair.proposal !== proposal) throw isOutdated(id, repair);
  const { selectors } = reading.facts;
  const changed = await deps.store.db
    .updateTable('feeds')
    .set({
      rule: JSON.stringify(repairedRule(reading.state)),
      ...(selectors === null ? {} : { selectors: canonicalSelectors(selectors) }),
      ...READ_ANEW,
      updated_at: deps.clock.now(),
    })
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw feedNotFound(id);
}

async function findRepairable(
  { store }: RepairDeps,
  account: Account,
  id: string,
): Promise<FeedRow> {
  const feed = await findWholeFeed(store.db, account, id);
  if (feed.mode === 'url') return feed;
  throw new ServiceError(
    'INVALID_FIELD',
    feed.mode === 'changes'
      ? `Feed ${id} follows the text of its page, which has no list to repair.`
      : `Feed ${id} follows the news, which has no page to repair.`,
  );
}

/** The feed that the page of the site names now, as a proposal. */
async function proposeNamedFeed(deps: Deps, feed: FeedRow): Promise<FeedRepair> {
  const page = feed.site_url || new URL('/', feed.source_url).href;
  const reading = await readAnew(deps, deps.resolveSource({ url: page, from: 'feed' }));
  const { pollUrl } = reading.state;
  const isSame = [feed.poll_url, feed.source_url].includes(pollUrl);
  const compared = compareLists(await knownItems(deps.store.db, feed.id), reading.document.entries);
  const { known } = compared;
  const have = `${known.found} of the ${known.of} newest items of the feed are in it`;
  const isCertain = isSame || known.found >= MIN_KNOWN_ITEMS;
  return {
    id: feed.id,
    page_url: page,
    feed_url: isSame ? null : pollUrl,
    state: isSame ? 'intact' : isCertain ? 'found' : 'uncertain',
    confidence: isCertain ? CERTAIN : CERTAIN * known.share,
    reason: isSame
      ? `The site still names this feed: ${have}.`
      : `The site names ${pollUrl} now: ${have}.`,
    ...compared,
    current: 0,
    selectors: null,
    proposal: isSame ? null : createHash('sha256').update(pollUrl).digest('hex').slice(0, 32),
  };
}

/** The confidence of a feed that the site itself names and that contains known items. */
const CERTAIN = 0.95;

function compareLists(
  old: Awaited<ReturnType<typeof knownItems>>,
  entries: readonly SourceEntry[],
): Pick<FeedRepair, 'known' | 'items'> {
  const pairs = pairLists(old, entries);
  const found = pairs.filter((pair) => pair.old !== null && pair.new !== null).length;
  return {
    known: { of: old.length, found, share: found / Math.max(old.length, 1) },
    items: pairs.map((pair) => ({
      old: pair.old && listedTitles(pair.old, pair.old.date_published),
      new: pair.new && listedTitles(pair.new, pair.new.datePublished),
    })),
  };
}

async function proposalFor(deps: RepairDeps, feed: FeedRow): Promise<Proposal> {
  const stored = await knownItems(deps.store.db, feed.id);
  const reading = await readForRepair(deps, feed, async () => stored);
  const { facts, foundAgain, document } = reading;
  const { entries } = document;
  const expected = readRule(generatorRule(readingStateOf(feed)))?.count ?? stored.length;
  const old = stored.slice(0, Math.max(expected, MIN_SHOWN));
  const { known, items } = compareLists(old, entries);
  const judged = judgeRepair(facts, { foundAgain, known, items: entries.length });
  const repair: FeedRepair = {
    id: feed.id,
    page_url: reading.state.pollUrl,
    feed_url: null,
    ...judged,
    known,
    current: facts.current,
    selectors: facts.selectors,
    items,
    proposal: facts.isIntact ? null : listFingerprint(reading),
  };
  return { repair, reading };
}

/** Minimum number of old items that are shown, even if the last list had fewer. */
const MIN_SHOWN = 10;

async function readForRepair(
  deps: RepairDeps,
  feed: FeedRow,
  known: NonNullable<UrlSource['known']>,
): Promise<RepairReading> {
  const source = sourceOf(feed);
  if ('keyword' in source) throw new Error(`Feed ${feed.id} of a page has no address.`);
  const state = { ...withoutValidators(readingStateOf(feed)), bodyHash: null };
  const reading = await readAnew(deps, { ...source, known, repair: true }, state);
  const facts = reading.explanation?.repair ?? null;
  if (facts === null) {
    throw new ServiceError(
      'NO_ITEMS_FOUND',
      `${reading.state.pollUrl} is a feed now, not a page. A refresh reads it.`,
      { next: { operation: 'refreshFeed', id: feed.id } },
    );
  }
  return { ...reading, facts, foundAgain: reading.explanation?.foundAgain ?? null };
}

function listedTitles({ title, url }: Pick<SourceEntry, 'title' | 'url'>, date: number | null) {
  return { title, url, date_published: isoTimeOrNull(date) };
}

/**
 * A hash of the data that finds the list, without the number of its items: an additional item is
 * not a change.
 */
function listFingerprint({ facts, state }: RepairReading): string {
  const stored = generatorRule(state);
  const rule = readRule(stored);
  // The stored rule of a document of records contains no number of items.
  const list =
    rule === null ? stored : [rule.strategy, rule.records.map(({ places }) => places[0])];
  const how = JSON.stringify([list, facts.selectors]);
  return createHash('sha256').update(how).digest('hex').slice(0, 32);
}

function isOutdated(id: string, { state, proposal }: FeedRepair): ServiceError {
  const what =
    proposal === null || state === 'intact'
      ? 'The feed finds its list, so there is nothing to accept.'
      : 'The page gives another list now.';
  return new ServiceError('INVALID_FIELD', what, { next: { operation: 'getFeedRepair', id } });
}
