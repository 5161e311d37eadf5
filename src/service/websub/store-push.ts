import { setTimeout as sleep } from 'node:timers/promises';
import { runQueued } from '../core/async/event-loop-queue.js';
import type { SourceDocument } from '../core/source-document.js';
import { claimFeeds, releaseLease } from '../refresh/claim.js';
import { readingStateOf } from '../refresh/read-source.js';
import { storeDocument } from '../refresh/store-document.js';
import type { ClaimedFeed } from '../refresh/suspension.js';
import { isProven, noteParsing } from '../refresh/suspension.js';
import { readDocument } from '../sources/read-document.js';
import type { WebSubDeps } from './websub-deps.js';

/** Time to wait for a fetch of the same feed to end, in milliseconds. */
const WAIT_MS = 10_000;
const CHECK_EVERY_MS = 200;

interface PushedDocument {
  feedId: string;
  /** Time until which the hub pushes, in milliseconds. */
  pushUntil: number | null;
  contentType: string | undefined;
  body: Buffer;
}

/**
 * Stores a document from a hub like a fetched one: under a lease of the feed, with items, events
 * and history in one transaction. @returns `busy` while another process has the feed @throws
 * ServiceError for a document that cannot be read
 */
export async function storePush(
  deps: WebSubDeps,
  pushed: PushedDocument,
): Promise<'stored' | 'busy'> {
  const feed = await claim(deps, pushed.feedId);
  if (feed === null) return 'busy';
  let isStored = false;
  try {
    // A document that ended the process is not parsed again before its owner requests it.
    if (feed.suspended_at !== null || isProven(feed)) return 'stored';
    if (feed.deaths > 0) await noteParsing(deps.store.db, feed);
    const started = performance.now();
    const document = await runQueued(() => readPushed(deps, feed, pushed));
    const reading = {
      kind: 'document' as const,
      document,
      state: readingStateOf(feed),
      freshForMs: null,
    };
    const attempt = {
      reading,
      conditional: false,
      now: deps.clock.now(),
      durationMs: Math.round(performance.now() - started),
    };
    const result = await storeDocument(deps, feed, attempt, { pushUntil: pushed.pushUntil });
    isStored = result !== null;
    if (!isStored) return 'busy';
    const { itemsNew, itemsChanged } = result ?? {};
    deps.logger.info({ feed: feed.id, itemsNew, itemsChanged }, 'pushed');
    return 'stored';
  } finally {
    if (!isStored) await releaseLease(deps.store.db, feed);
  }
}

async function claim(
  { store, clock, leaseMs }: WebSubDeps,
  feedId: string,
): Promise<ClaimedFeed | null> {
  for (let waited = 0; waited <= WAIT_MS; waited += CHECK_EVERY_MS) {
    const [feed] = await claimFeeds(store, [feedId], clock.now(), { leaseMs });
    if (feed !== undefined) return feed;
    await sleep(CHECK_EVERY_MS);
  }
  return null;
}

async function readPushed(
  { clock }: WebSubDeps,
  feed: ClaimedFeed,
  { body, contentType }: PushedDocument,
): Promise<SourceDocument> {
  const { document } = await readDocument({
    url: feed.poll_url,
    body,
    contentType,
    selectors: null,
    from: 'feed',
    now: clock.now(),
  });
  return document;
}
