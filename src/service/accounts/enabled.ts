import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** What rests while its account is switched off. */
type Owned = 'feeds' | 'bundles' | 'webhooks';

/**
 * True for rows of an account that is in use. Few are switched off, and they have an index of their
 * own: the list is made once a statement.
 */
export function ofEnabledAccount(table: Owned): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.account_id`)} not in (select accounts.id from accounts where accounts.disabled_at is not null)`;
}
