import { ServiceError } from '../core/errors.js';
import { sourceOf } from '../feeds/source-columns.js';
import { SourceError } from '../fetch/http-failure.js';
import { type FeedDocument, readFeedDocument } from '../items/feed-document.js';
import { knownItems } from '../items/stored-items.js';
import { maySendValidators, withoutValidators } from '../schedule/revalidate.js';
import type { ReadingState, Source, SourceReading, UrlSource } from '../sources/source-reader.js';
import type { RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import type { ReadOptions, RefreshDeps } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';
import { noteParsing } from './suspension.js';

/** A successful fetch of a source. */
export interface RefreshAttempt {
  reading: SourceReading;
  /** True if validators were sent, so that "not modified" was a possible response. */
  conditional: boolean;
  /** The list of the previous document, if it was requested; see `UrlSource.previous`. */
  last?: FeedDocument | undefined;
  now: number;
  durationMs: number;
}

/** A failed fetch of a source. */
export interface FailedAttempt {
  failure: {
    /** HTTP status; null without a response. */
    status: number | null;
    retryAfterMs: number | null;
    code: string;
    /** The error message for the owner of the feed. */
    message: string;
  };
  now: number;
  durationMs: number;
}

/** Reads the source of a feed, with the state that the last fetch stored. */
export async function readSource(
  { reader, clock, logger, store, beforeSuspect }: RefreshDeps,
  feed: ClaimedFeed,
  { reread = false }: ReadOptions = {},
): Promise<RefreshAttempt | FailedAttempt> {
  const started = performance.now();
  const timing = () => ({
    now: clock.now(),
    durationMs: Math.round(performance.now() - started),
  });
  try {
    const state = wasRead(feed) ? stateToSend(feed, { now: clock.now(), reread }) : undefined;
    const beforeParsing =
      feed.deaths === 0
        ? undefined
        : async () => {
            await beforeSuspect?.();
            await noteParsing(store.db, feed);
          };
    const stored = storedOf(store.db, feed);
    const source = withStored(
      sourceOf(feed),
      stored,
      state === undefined || state.bodyHash === null,
    );
    const reading = await reader.read(source, state, beforeParsing);
    const conditional = state !== undefined && (state.etag ?? state.lastModified) !== null;
    return { reading, conditional, last: stored.last, ...timing() };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      logger.error({ feed: feed.id, err: error }, 'reading a source failed unexpectedly');
    }
    return { failure: sourceFailure(error), ...timing() };
  }
}

/** The stored data of a feed that a reader may request. */
interface StoredOfFeed extends Required<Pick<UrlSource, 'known' | 'previous' | 'followed'>> {
  /** The list that `previous` found. */
  last?: FeedDocument;
}

function storedOf(db: Db, feed: ClaimedFeed): StoredOfFeed {
  const stored: StoredOfFeed = {
    // The items of a page's feed help to find its list after the page was redesigned.
    known: () => knownItems(db, feed.id),
    async previous() {
      stored.last = await readFeedDocument(db, feed.id);
      return stored.last.digest;
    },
    async followed() {
      const { followed } = await readFeedDocument(db, feed.id);
      const { refresh_count: fetches, failing_since: failingSince } = feed;
      return followed === undefined ? null : { ...followed, fetches, failingSince };
    },
  };
  return stored;
}

/**
 * Adds the stored data to a source. A feed without a body hash is read as if for the first time:
 * settings that affect its reading have changed.
 */
function withStored(source: Source, stored: StoredOfFeed, isAnew: boolean): Source {
  const { known, previous, followed } = stored;
  if ('keyword' in source) return source;
  if (source.mode === 'changes') return { ...source, followed };
  return { ...source, known, ...(!isAnew && { previous }) };
}

function sourceFailure(error: unknown): FailedAttempt['failure'] {
  if (!(error instanceof ServiceError)) {
    // An internal error on one document must not stop the others or leak details.
    const message = 'The source could not be read because of an internal error of feedctl.';
    return { status: null, retryAfterMs: null, code: 'INTERNAL', message };
  }
  const { code, message, retryAfterSeconds } = error;
  return {
    status: error instanceof SourceError ? error.httpStatus : null,
    retryAfterMs: retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000,
    code,
    message,
  };
}

/** The validators of the next request; none if the whole document is needed. */
function stateToSend(
  feed: ClaimedFeed,
  { now, reread }: { now: number; reread: boolean },
): ReadingState {
  const state = readingStateOf(feed);
  if (reread) return { ...withoutValidators(state), bodyHash: null };
  const since = { notModified: feed.not_modified, documentAt: feed.document_at };
  return maySendValidators(since, now) ? state : withoutValidators(state);
}

/** A feed that is stored before its first successful fetch has no address to poll yet. */
export function wasRead(feed: ClaimedFeed): boolean {
  return feed.poll_url !== '';
}

/** The state that the last fetch stored. */
export function readingStateOf(feed: RowOf<'feeds'>): ReadingState {
  return {
    pollUrl: feed.poll_url,
    etag: feed.etag,
    lastModified: feed.last_modified,
    bodyHash: feed.body_hash,
    origin: feed.origin,
    rule: feed.rule === null ? null : JSON.parse(feed.rule),
  };
}
