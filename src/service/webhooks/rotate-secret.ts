import type { RotatedWebhook } from '../../contract/index.js';
import { newStandardSecret } from '../../contract/webhook-signature.js';
import type { Account } from '../accounts/account.js';
import { isoTime } from '../core/time.js';
import { setWebhook } from './edit-webhook.js';
import { findOwnWebhook, type WebhookDeps, type WebhookRow } from './webhook.js';

/** How long deliveries are signed with both secrets, in milliseconds. */
export const OVERLAP_MS = 24 * 60 * 60_000;

/**
 * Gives the webhook a new secret, which is only in the response. For a day deliveries are signed
 * with the new and the old one, so that a receiver can switch without losing any.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function rotateSecret(
  { store, clock }: WebhookDeps,
  account: Account,
  id: string,
): Promise<RotatedWebhook> {
  const secret = newStandardSecret();
  const now = clock.now();
  const until = now + OVERLAP_MS;
  return store.db.transaction().execute(async (transaction) => {
    const before = await findOwnWebhook(transaction, account, id);
    const webhook = await setWebhook(transaction, account, id, {
      secret,
      previous_secret: before.secret,
      previous_secret_until: until,
      updated_at: now,
    });
    return { ...webhook, secret, previous_secret_until: isoTime(until) };
  });
}

/** The secrets that sign a delivery, newest first. */
export function secretsAt(
  webhook: Pick<WebhookRow, 'secret' | 'previous_secret' | 'previous_secret_until'>,
  now: number,
): string[] {
  const { secret, previous_secret, previous_secret_until } = webhook;
  return previous_secret !== null && now < (previous_secret_until ?? 0)
    ? [secret, previous_secret]
    : [secret];
}
