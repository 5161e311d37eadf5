import type { Webhook } from '../../contract/index.js';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { isoTime, isoTimeOrNull } from '../core/time.js';
import type { WebhookFilter } from '../events/webhook-filter.js';
import type { Deps } from '../feeds/deps.js';
import type { RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import type { WebhookSender } from './sender.js';
import { presentFormat } from './webhook-format.js';

export const ALL_FEEDS = 'all';

export type WebhookRow = RowOf<'webhooks'>;

export function presentWebhook(row: WebhookRow, scopeDeleted: boolean): Webhook {
  const { include, exclude, only } = JSON.parse(row.filter) as WebhookFilter;
  return {
    id: row.id,
    name: row.name ?? '',
    ...presentFormat(row),
    ...(row.kind === 'hub' && { kind: row.kind }),
    scope: row.scope_id ?? ALL_FEEDS,
    scope_deleted: scopeDeleted,
    filters: { include, exclude },
    only,
    ...(row.max_items !== null && { max_items: row.max_items }),
    ...(row.listens_until !== null && { listens_until: isoTime(row.listens_until) }),
    enabled: row.disabled_reason === null,
    disabled_reason: row.disabled_reason,
    failing_since: isoTimeOrNull(row.failing_since),
    last_success_at: isoTimeOrNull(row.last_success_at),
    created_at: isoTime(row.created_at),
  };
}

/**
 * The webhook of the account with this id, including its secrets.
 * @throws ServiceError WEBHOOK_NOT_FOUND, also for a webhook of another account
 */
export async function findWebhook(
  db: Db,
  account: Account,
  id: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<WebhookRow> {
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (webhook === undefined) throw webhookNotFound(id);
  return webhook;
}

/**
 * As `findWebhook`, for fields that only webhooks of the owner have: address, scope, secret.
 * @throws ServiceError WEBHOOK_NOT_FOUND; INVALID_FIELD for the hub of the operator
 */
export async function findOwnWebhook(db: Db, account: Account, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, account, id);
  if (webhook.kind !== 'hub') return webhook;
  throw new ServiceError(
    'INVALID_FIELD',
    `Webhook ${id} is the hub that the operator set with ${SERVICE_SETTINGS.hub.name}. It can only be enabled and disabled.`,
  );
}

export function webhookNotFound(id: string): ServiceError {
  return new ServiceError('WEBHOOK_NOT_FOUND', `There is no webhook ${id} in this account.`);
}

/**
 * A webhook as its owner sees it.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function findPresented(db: Db, account: Account, id: string): Promise<Webhook> {
  const [webhook] = await presentWebhooks(db, [await findWebhook(db, account, id)]);
  if (webhook === undefined) throw webhookNotFound(id);
  return webhook;
}

/** Dependencies of webhooks. */
export interface WebhookDeps extends Pick<Deps, 'store' | 'clock' | 'metrics'> {
  sender: WebhookSender;
  logger: Logger;
  /** A number in [0, 1). */
  random: () => number;
  /** Lease of a claimed delivery, in milliseconds; default `LEASE_MS`. */
  leaseMs?: number;
  /** Waits between two messages to a chat; replaced in tests without a real clock. */
  wait?: (ms: number) => Promise<unknown>;
}

/** Webhooks as their owner sees them, with the flag for a deleted feed or bundle. */
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
