import {
  isSearch,
  type SourceAccess,
  sourceAccessSchema,
  type UpdateSourceAccess,
} from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Deps } from './deps.js';
import { feedNotFound } from './feed.js';
import { READ_ANEW } from './next-fetch.js';
import { canonicalAccess, requireProxyPermission, storedAccess } from './source-access.js';

/**
 * Changes what a feed sends to its source; null removes everything. The source is fetched again
 * soon, as a whole: what it answered with other credentials does not count.
 * @throws ServiceError FEED_NOT_FOUND, FORBIDDEN, INVALID_FIELD
 */
export async function changeAccess(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  account: Account,
  id: string,
  changes: UpdateSourceAccess | null,
): Promise<void> {
  requireProxyPermission(account, changes);
  await store.db.transaction().execute(async (transaction) => {
    const feed = await transaction
      .selectFrom('feeds')
      .select(['mode', 'access'])
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .forUpdate()
      .executeTakeFirst();
    if (feed === undefined) throw feedNotFound(id);
    if (isSearch(feed.mode)) {
      throw new ServiceError(
        'INVALID_FIELD',
        `"access" is for sources with an address; feed ${id} follows the news.`,
      );
    }
    const access = canonicalAccess(merged(storedAccess(feed.access), changes));
    if (access === feed.access) return;
    await transaction
      .updateTable('feeds')
      .set({
        access,
        ...READ_ANEW,
        next_refresh_at: clock.now(),
      })
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .execute();
  });
}

/** The stored values with the changes. @throws ServiceError INVALID_FIELD for a contradiction */
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

/** Stored names are in lower case. */
function lowerNames<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
