import {
  isSearch,
  type SourceAccess,
  sourceAccessSchema,
  type UpdateFeedBody,
  type UpdateSourceAccess,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { checkRendering } from '../sources/rendering.js';
import type { RowOf } from '../store/schema.js';
import type { Deps } from './deps.js';
import { findWholeFeed } from './feed.js';
import { READ_ANEW } from './next-fetch.js';
import {
  canonicalAccess,
  renderColumn,
  requireProxyPermission,
  stepsColumn,
  storedAccess,
  storedSteps,
} from './source-access.js';

type Feed = RowOf<'feeds'>;
type ReadingChanges = Pick<UpdateFeedBody, 'access' | 'render' | 'steps'>;

/**
 * Changes the values that a feed sends to its source (`access`: null removes everything) and how
 * its page is opened (an empty list of steps removes them). The whole source is fetched again soon:
 * responses to the previous requests do not count. The items are kept until then.
 * @throws ServiceError FEED_NOT_FOUND, FORBIDDEN, INVALID_FIELD
 */
export async function changeReading(
  { store, clock, hasBrowser = false }: Pick<Deps, 'store' | 'clock' | 'hasBrowser'>,
  account: Account,
  id: string,
  changes: ReadingChanges,
): Promise<void> {
  requireProxyPermission(account, changes.access);
  await store.db.transaction().execute(async (transaction) => {
    const feed = await findWholeFeed(transaction, account, id, { isLocked: true });
    const rendering = changedRendering(feed, changes, hasBrowser);
    const access = changes.access === undefined ? feed.access : changedAccess(feed, changes.access);
    const isSame =
      rendering.render === feed.render && rendering.steps === feed.steps && access === feed.access;
    if (isSame) return;
    await transaction
      .updateTable('feeds')
      .set({ ...rendering, access, ...READ_ANEW, next_refresh_at: clock.now() })
      .where('id', '=', id)
      .execute();
  });
}

function changedRendering(feed: Feed, { render, steps }: ReadingChanges, hasBrowser: boolean) {
  const changed = {
    render: render === undefined ? feed.render : renderColumn(render),
    steps: steps === undefined ? feed.steps : stepsColumn(steps),
  };
  if (changed.render === feed.render && changed.steps === feed.steps) return changed;
  const wanted = { render: changed.render ?? 'auto', steps: storedSteps(changed.steps) } as const;
  const isBrowserWanted = wanted.render === 'always' || wanted.steps.length > 0;
  if (isBrowserWanted && (isSearch(feed.mode) || feed.origin === 'feed')) {
    throw new ServiceError(
      'INVALID_FIELD',
      `"render" and "steps" are for pages; feed ${feed.id} reads a feed.`,
    );
  }
  checkRendering(wanted, hasBrowser);
  return changed;
}

function changedAccess(feed: Feed, changes: UpdateSourceAccess | null): string | null {
  if (isSearch(feed.mode)) {
    throw new ServiceError(
      'INVALID_FIELD',
      `"access" is for sources with an address; feed ${feed.id} follows the news.`,
    );
  }
  return canonicalAccess(merged(storedAccess(feed.access), changes));
}

/**
 * The stored values with the changes applied.
 * @throws ServiceError INVALID_FIELD for a contradiction
 */
function merged(stored: SourceAccess | null, changes: UpdateSourceAccess | null): SourceAccess {
  if (changes === null) return {};
  const { headers, ...others } = { ...stored, ...changes };
  const result = sourceAccessSchema.safeParse({
    ...withoutNull(others),
    ...(headers != null && {
      headers: withoutNull({ ...stored?.headers, ...lowerNames(headers) }),
    }),
  });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) =>
    [['access', ...path].join('.'), message].join(' '),
  );
  throw new ServiceError('INVALID_FIELD', `${problems.join('. ')}.`);
}

function withoutNull<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The headers with names in lower case, as they are stored. */
function lowerNames<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
