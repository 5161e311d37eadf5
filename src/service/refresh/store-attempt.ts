import { plannedFetch } from '../feeds/setting-columns.js';
import { countActivity, countItems } from '../operation/activity.js';
import type { TextReport } from '../texts/fetch-texts.js';
import { type Commit, commitFetch } from './commit.js';
import type { FailedAttempt } from './read-source.js';
import type { RefreshDeps, RefreshResult } from './refresh-result.js';
import type { ClaimedFeed } from './suspension.js';

/** The writes that follow from a fetch. */
interface Consequence {
  outcome: RefreshResult['outcome'];
  columns: Commit['feed'] & { next_refresh_at: number };
  /** True if the published feeds change. */
  visible?: boolean;
  itemsNew?: number;
  /** The dates of the new items, in milliseconds. */
  published?: readonly (number | null)[];
  itemsChanged?: number;
  /** A note for the feed's history. */
  note?: string | null;
  failure?: FailedAttempt['failure'];
  /** True if a hub sent the document. */
  pushed?: boolean;
  /** The number of items whose pages must be fetched. */
  textsWanted?: number;
  write?: Commit['write'];
}

/** Stores the writes of a fetch; null if the lease was lost. */
export async function storeAttempt(
  { store, textsDue, shareMs }: RefreshDeps,
  feed: ClaimedFeed,
  { now, durationMs }: { now: number; durationMs: number },
  consequence: Consequence,
): Promise<RefreshResult | null> {
  const {
    outcome,
    columns,
    itemsNew = 0,
    itemsChanged = 0,
    failure,
    pushed = false,
    textsWanted = 0,
    write,
  } = consequence;
  const commit: Commit = {
    feed: columns,
    visible: consequence.visible === true,
    entry: {
      outcome,
      status: failure?.status ?? null,
      items_new: itemsNew,
      items_changed: itemsChanged,
      duration_ms: durationMs,
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
      note: consequence.note ?? null,
      pushed: pushed ? 1 : null,
      texts: textsWanted === 0 ? null : JSON.stringify(openTexts(textsWanted)),
    },
    now,
    ...(write === undefined ? {} : { write }),
  };
  if (!(await commitFetch(store, feed, commit, shareMs?.()))) return null;
  if (typeof columns.texts_due_at === 'number') textsDue?.(feed.id);
  countActivity(store, feed.account_id, `fetch-${outcome}`, now);
  countItems(store, feed.account_id, consequence.published ?? [], { now, isFirst: false });
  return {
    feedId: feed.id,
    title: feed.title_override ?? columns.title ?? feed.title,
    outcome,
    itemsNew,
    itemsChanged,
    error: failure === undefined ? null : { code: failure.code, message: failure.message },
    nextRefreshAt: plannedFetch(feed, columns.next_refresh_at),
    durationMs,
  };
}

function openTexts(waiting: number): TextReport {
  return { fetched: 0, failed: 0, waiting, error: null };
}
