import { type ExpressionBuilder, sql } from 'kysely';
import { ofEnabledAccount } from '../../accounts/account.js';
import { newLeaseToken } from '../../core/own-process.js';
import { countRows } from '../../store/count-rows.js';
import { isPostgres, sortsNullsLast } from '../../store/dialect.js';
import { prepared } from '../../store/prepared.js';
import type { Database } from '../../store/schema.js';
import type { Db, Store } from '../../store/store.js';

/**
 * Lease of a claim, in milliseconds: the longest delay after a crash. An attempt takes at most 15
 * s, and there is one attempt per claim.
 */
export const LEASE_MS = 45_000;

/** Concurrent deliveries to one webhook, across processes; one to a chat, or while it fails. */
export const PER_WEBHOOK = 2;

/** A delivery that only the holder of its lease attempts. */
export interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  account_id: string;
  lease_token: string;
  /** Consecutive failures of its last attempts; see `attemptTimeout`. */
  failures: number;
  last_status: number | null;
  last_duration_ms: number | null;
  /** True if the last delivery to its webhook failed. */
  failing: boolean;
}

interface ClaimQuery {
  /** Maximum number of deliveries to claim. */
  limit: number;
  /** Maximum for webhooks whose last delivery failed, because those may take 15 s each. */
  failingLimit: number;
  /** Maximum per account, so that others get slots as well. */
  accountLimit?: number;
  /** Deliveries that are running already, by account. */
  running?: ReadonlyMap<string, number>;
  now: number;
  leaseMs: number;
}

/**
 * Claims due deliveries: the oldest of each webhook, never more than `PER_WEBHOOK` at once. Accounts
 * take turns, whatever number of webhooks each has. Deliveries with an expired lease are due again.
 */
export async function claimDueDeliveries(
  { db }: Store,
  query: ClaimQuery,
): Promise<ClaimedDelivery[]> {
  // The search takes no write lock, and usually finds nothing.
  if (query.limit <= 0 || (await dueWebhooks(db, query.now)).length === 0) return [];
  return db.transaction().execute(async (transaction) => {
    const claimed: ClaimedDelivery[] = [];
    const { limit, accountLimit = limit } = query;
    const running = new Map(query.running);
    let failingLeft = query.failingLimit;
    for (const webhook of inTurns(await dueWebhooks(transaction, query.now), running)) {
      const { accountId } = webhook;
      const held = running.get(accountId) ?? 0;
      if (claimed.length >= limit) break;
      const left = Math.min(limit - claimed.length, accountLimit - held);
      if (left <= 0) continue;
      const most = webhook.failing ? Math.min(left, failingLeft) : left;
      const some = most <= 0 ? [] : await claimOf(transaction, webhook, most, query);
      if (webhook.failing) failingLeft -= some.length;
      running.set(accountId, held + some.length);
      claimed.push(...some);
    }
    return claimed;
  });
}

/**
 * Webhooks in the order of due times; an account gets no more slots than others that have fewer
 * running deliveries.
 */
function inTurns(
  webhooks: readonly DueWebhook[],
  running: ReadonlyMap<string, number>,
): readonly DueWebhook[] {
  const turns = new Map(running);
  return webhooks
    .map((webhook) => {
      const turn = turns.get(webhook.accountId) ?? 0;
      turns.set(webhook.accountId, turn + 1);
      return { webhook, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ webhook }) => webhook);
}

const deliveriesAfter = prepared((db, now: number) =>
  db
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('next_attempt_at', '>', now)
    .orderBy('next_attempt_at')
    .limit(sql.lit(1)),
);

/** When the next delivery becomes due, in milliseconds; null when there is none. */
export async function nextDeliveryAt({ db }: Store, now: number): Promise<number | null> {
  const [next] = await deliveriesAfter(db, now);
  return next?.next_attempt_at ?? null;
}

/**
 * When the next message to a chat with due deliveries may be sent, in milliseconds; null when none
 * has to wait for its rate limit.
 */
export async function nextMessageAt({ db }: Store, now: number): Promise<number | null> {
  const next = await db
    .selectFrom('webhooks')
    .select('next_message_at')
    .where('next_message_at', '>', now)
    .where('disabled_reason', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
          .where('deliveries.next_attempt_at', '<=', now),
      ),
    )
    .orderBy('next_message_at')
    .limit(1)
    .executeTakeFirst();
  return next?.next_message_at ?? null;
}

interface DueWebhook {
  id: string;
  accountId: string;
  /** True if messages are sent one after the other, in order, as to a chat. */
  oneByOne: boolean;
  failing: boolean;
}

/**
 * Webhooks that may receive messages, with the earliest due delivery of each; one index lookup
 * each.
 */
const openWebhooks = prepared((db, now: number) =>
  db
    .selectFrom('webhooks')
    .select((webhook) => [
      'id',
      'account_id',
      'format',
      'failing_since',
      webhook
        .selectFrom('deliveries')
        .select('next_attempt_at')
        .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
        // With min() or `is not null`, PostgreSQL scans the queue of all webhooks for each of them:
        // with 100,000 deliveries of one webhook, 34 ms instead of 0.02 ms.
        .$if(!sortsNullsLast(db), (own) => own.where('next_attempt_at', 'is not', null))
        .orderBy('next_attempt_at')
        .limit(sql.lit(1))
        .as('due_at'),
    ])
    .where('disabled_reason', 'is', null)
    .where((webhook) =>
      webhook.or([webhook('next_message_at', 'is', null), webhook('next_message_at', '<=', now)]),
    )
    .where(ofEnabledAccount('webhooks')),
);

/** Webhooks with due deliveries, the longest waiting first. */
async function dueWebhooks(db: Db, now: number): Promise<DueWebhook[]> {
  const rows = await openWebhooks(db, now);
  return rows
    .flatMap(({ id, account_id, format, failing_since, due_at }) =>
      due_at === null || Number(due_at) > now
        ? []
        : [
            {
              id,
              accountId: account_id,
              oneByOne: format !== null,
              failing: failing_since !== null,
              dueAt: Number(due_at),
            },
          ],
    )
    .sort((a, b) => a.dueAt - b.dueAt);
}

async function claimOf(
  transaction: Db,
  { id: webhookId, oneByOne, failing }: DueWebhook,
  most: number,
  { now, leaseMs }: ClaimQuery,
): Promise<ClaimedDelivery[]> {
  if (!(await isOurs(transaction, webhookId))) return [];
  const atOnce = failing || oneByOne ? 1 : PER_WEBHOOK;
  const free = Math.min(most, atOnce - (await countRunning(transaction, webhookId, now)));
  if (free <= 0) return [];
  const due = await transaction
    .selectFrom('deliveries')
    .select(['id', 'webhook_id', 'account_id', 'failures', 'last_status', 'last_duration_ms'])
    .where('webhook_id', '=', webhookId)
    .where(dueBy(transaction, webhookId, now))
    .orderBy('next_attempt_at')
    .orderBy('created_at')
    .orderBy('position')
    .limit(free)
    // Deliveries in use (being settled or replayed) are skipped, not waited for.
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return [];
  const lease_token = newLeaseToken();
  await transaction
    .updateTable('deliveries')
    .set({ lease_token, next_attempt_at: now + leaseMs })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
  return due.map((delivery) => ({ ...delivery, lease_token, failing }));
}

/**
 * True for due deliveries of the webhook. When two webhooks have long queues, PostgreSQL expects to
 * find the deliveries of one soon in the queue of all and scans past those of the other: with
 * 100,000 of them 11 ms instead of 0.05 ms. This comparison makes it use the webhook's own queue.
 * SQLite does not have the problem, and there delivered ones sort first.
 */
function dueBy(db: Db, webhookId: string, now: number) {
  return ({ eb, refTuple, tuple }: ExpressionBuilder<Database, 'deliveries'>) =>
    isPostgres(db)
      ? eb(refTuple('webhook_id', 'next_attempt_at'), '<=', tuple(webhookId, now))
      : eb('next_attempt_at', '<=', now);
}

/**
 * Lets only one process at a time claim from a webhook, so that the count of running deliveries is
 * exact; false while another one does. A weak lock: events can still be published to the webhook.
 */
async function isOurs(transaction: Db, webhookId: string): Promise<boolean> {
  const locked = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhookId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return locked !== undefined;
}

async function countRunning(transaction: Db, webhookId: string, now: number): Promise<number> {
  return countRows(
    transaction
      .selectFrom('deliveries')
      .where('webhook_id', '=', webhookId)
      .where('lease_token', 'is not', null)
      .where('next_attempt_at', '>', now),
  );
}

/** Releases deliveries unchanged, so that others can claim them. */
export async function releaseDelivery(
  { db }: Store,
  { id, lease_token }: Pick<ClaimedDelivery, 'id' | 'lease_token'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ lease_token: null, next_attempt_at: now })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .execute();
}
