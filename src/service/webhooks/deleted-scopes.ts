import type { Db } from '../store/store.js';
import { presentWebhook, type Webhook, type WebhookRow } from './webhook.js';

/** Webhooks as their owner sees them, with the note that the feed or bundle of one is gone. */
export async function presentWebhooks(db: Db, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const ids = new Set(rows.flatMap(({ scope_id }) => scope_id ?? []));
  const existing = await existingScopes(db, [...ids]);
  return rows.map((row) =>
    presentWebhook(row, row.scope_id !== null && !existing.has(row.scope_id)),
  );
}

async function existingScopes(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const feeds = await db.selectFrom('feeds').select('id').where('id', 'in', ids).execute();
  const bundles = await db.selectFrom('bundles').select('id').where('id', 'in', ids).execute();
  return new Set([...feeds, ...bundles].map(({ id }) => id));
}
