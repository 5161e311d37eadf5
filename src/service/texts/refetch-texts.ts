import * as z from 'zod';
import type { FetchedTexts, FetchTextsBody } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { decodeCursor, encodeCursor } from '../core/paging.js';
import type { Deps } from '../feeds/deps.js';
import { findFeed, raiseRevision } from '../feeds/feed.js';
import { storedAccess } from '../feeds/source-access.js';
import { hasPageText } from '../items/text-state.js';
import { type FetchDeps, fetchTexts, MAX_PAGES } from './fetch-texts.js';
import { selectTextItems, type TextItem, type TextUpdate, writeTexts } from './stored-texts.js';

type TextDeps = FetchDeps & Pick<Deps, 'store' | 'clock'>;

const cursorSchema = z.strictObject({
  after: z.tuple([z.int(), z.int()]).nullable(),
  /** Number of items after `after`; null: all. */
  left: z.int().min(1).nullable(),
  missing: z.boolean(),
});

type Cursor = z.infer<typeof cursorSchema>;

/**
 * POST /v1/feeds/:id/texts: fetches the pages of stored items again, the newest first and some per
 * call. An item whose page gives no text keeps the text it has. No event is published.
 * @throws ServiceError FEED_NOT_FOUND; INVALID_FIELD for a feed without full texts or a wrong cursor
 */
export async function refetchTexts(
  deps: TextDeps,
  account: Account,
  id: string,
  { limit, missing = false, cursor }: FetchTextsBody,
): Promise<FetchedTexts> {
  const { db } = deps.store;
  const feed = await findFeed(db, account, id);
  if (feed.full_text === 0) throw switchedOff(id);
  const from =
    cursor === undefined
      ? { after: null, left: limit ?? null, missing }
      : decodeCursor(cursorSchema, cursor);
  const count = Math.min(from.left ?? MAX_PAGES, MAX_PAGES);
  const only = from.missing ? 'missing' : undefined;
  const items = await selectTextItems(db, id, { only, after: from.after, limit: count });
  const source = { sourceUrl: feed.source_url, access: storedAccess(feed.access) };
  const wanted = items.map((item) => ({ ...item, isRetry: true }));
  const { results, failures } = await fetchTexts(deps, source, wanted);
  const done = items.filter(({ key }) => results.get(key)?.isTried === true);
  const updates = done.flatMap((item): TextUpdate[] => {
    const result = results.get(item.key);
    if (result?.text !== undefined) return [{ item, state: 'full', text: result.text }];
    return hasPageText(item.textState) ? [] : [{ item, state: 'failed' }];
  });
  await store(deps, id, updates);
  return {
    fetched: updates.filter(({ text }) => text !== undefined).length,
    failed: failures.length,
    failures,
    cursor: cursorAfter(from, items, done),
  };
}

/** Increases the revision of the feed if its published texts changed. */
async function store(
  { store: { db }, clock }: TextDeps,
  id: string,
  updates: readonly TextUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    if ((await writeTexts(transaction, id, updates)) === 0) return;
    await raiseRevision(transaction, id, clock.now());
  });
}

/** Position where the next call starts: after the items before the first one without a turn. */
function cursorAfter(
  from: Cursor,
  items: readonly TextItem[],
  done: readonly TextItem[],
): string | null {
  const tried = new Set(done);
  const open = items.findIndex((item) => !tried.has(item));
  const count = open === -1 ? items.length : open;
  const last = items[count - 1];
  const left = from.left === null ? null : from.left - count;
  const isEnd = open === -1 && items.length < Math.min(from.left ?? MAX_PAGES, MAX_PAGES);
  if (isEnd || left === 0 || items.length === 0) return null;
  const after: Cursor['after'] = last === undefined ? from.after : [last.addedAt, last.position];
  return encodeCursor({ ...from, after, left });
}

function switchedOff(id: string): ServiceError {
  return new ServiceError('INVALID_FIELD', `Feed ${id} does not use the full texts of its pages.`, {
    next: { operation: 'updateFeedSettings', id, body: { full_text: true } },
  });
}
