import type { DeliveryAttempt, DeliveryDetails } from '../../../contract/index.js';
import { STANDARD_HEADERS, standardHeaders } from '../../../contract/webhook-signature.js';
import type { Account } from '../../accounts/account.js';
import type { Deps } from '../../feeds/deps.js';
import { OVERLAP_MS, secretsAt } from '../secrets.js';
import { findWebhook, type WebhookRow } from '../webhook.js';
import { findDelivery } from './deliveries.js';

/** Signature headers by the number of the attempt. */
type Signatures = ReadonlyMap<number, string>;

/**
 * The signatures that attempts were sent with. The log has none, because a reader of the log may
 * not know the secret; they follow from secret, id, time and body. An attempt of before the last
 * but one secret, or with another body, has none here.
 * @throws ServiceError DELIVERY_NOT_FOUND, WEBHOOK_NOT_FOUND
 */
export async function signaturesOf(
  { store }: Pick<Deps, 'store'>,
  account: Account,
  { id, webhook_id, event_id, log }: DeliveryDetails,
): Promise<Signatures> {
  const webhook = await findWebhook(store.db, account, webhook_id);
  const { payload } = await findDelivery(store.db, account, id);
  const message = { id: event_id, body: payload };
  return new Map(
    log.flatMap((attempt): [number, string][] => {
      const signature = signatureOf(webhook, message, attempt);
      return signature === undefined ? [] : [[attempt.number, signature]];
    }),
  );
}

function signatureOf(
  webhook: WebhookRow,
  { id, body }: { id: string; body: string },
  { at, request }: DeliveryAttempt,
): string | undefined {
  const [head = '', sent = ''] = splitOnce(request, '\n\n');
  const timestamp = new RegExp(`^${STANDARD_HEADERS.timestamp}: (\\d+)$`, 'im').exec(head)?.[1];
  const secrets = secretsOf(webhook, Date.parse(at));
  if (timestamp === undefined || secrets === undefined) return undefined;
  // The log has the start of the body: with another format now, the signed bytes are unknown.
  if (!body.startsWith(sent.replace(/…$/, ''))) return undefined;
  const headers = standardHeaders(secrets, { id, timestamp: Number(timestamp), body });
  return headers[STANDARD_HEADERS.signature];
}

/** The secrets at a time; undefined if those may be deleted already. */
function secretsOf(webhook: WebhookRow, at: number): string[] | undefined {
  const { previous_secret_until: until } = webhook;
  const isOlder = until !== null && at < until - OVERLAP_MS;
  return isOlder ? undefined : secretsAt(webhook, at);
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
