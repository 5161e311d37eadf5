import { newStandardSecret } from '../../contract/webhook-signature/index.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { newWebhookId } from '../core/ids.js';
import type { Db } from '../store/store.js';
import { HEALTHY_ENDPOINT } from './delivery-schedule.js';
import { ALL_FEEDS, presentWebhook, type WebhookWithSecret } from './webhook.js';
import type { WebhookDeps } from './webhook-deps.js';
import { checkUrl, filterText, scopeIdOf, type WebhookInput } from './webhook-input.js';

/** Webhooks of one account. */
export const MOST_WEBHOOKS = 100;

/**
 * A new webhook of the account. Its secret is in the answer and nowhere else.
 * @throws ServiceError WEBHOOK_FORBIDDEN, INVALID_FIELD, FEED_NOT_FOUND, BUNDLE_NOT_FOUND,
 *   WEBHOOK_LIMIT_REACHED
 */
export async function createWebhook(
  { store, clock, sender }: WebhookDeps,
  account: Account,
  input: WebhookInput & { url: string },
): Promise<WebhookWithSecret> {
  const filter = filterText(input);
  const url = checkUrl(input.url);
  await sender.vet(url);
  const secret = newStandardSecret();
  const now = clock.now();
  const row = await store.db.transaction().execute(async (transaction) => {
    await requireRoom(transaction, account);
    return transaction
      .insertInto('webhooks')
      .values({
        id: newWebhookId(),
        account_id: account.id,
        url,
        scope_id: await scopeIdOf(transaction, account, input.scope ?? ALL_FEEDS),
        filter,
        secret,
        previous_secret: null,
        previous_secret_until: null,
        failing_since: HEALTHY_ENDPOINT.failingSince,
        disabled_reason: HEALTHY_ENDPOINT.disabledReason,
        last_success_at: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { ...presentWebhook(row, false), secret };
}

async function requireRoom(db: Db, account: Account): Promise<void> {
  const { webhooks } = await db
    .selectFrom('webhooks')
    .select((column) => column.fn.countAll<number>().as('webhooks'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (Number(webhooks) < MOST_WEBHOOKS) return;
  throw new ServiceError(
    'WEBHOOK_LIMIT_REACHED',
    `An account has at most ${MOST_WEBHOOKS} webhooks. Delete one that is no longer used first.`,
  );
}
