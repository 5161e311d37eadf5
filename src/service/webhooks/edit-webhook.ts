import type { Updateable } from 'kysely';
import type { Deleted, Webhook, WebhookWithSecret } from '../../contract/index.js';
import { newStandardSecret } from '../../contract/webhook-signature.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { newWebhookId } from '../core/ids.js';
import type { WebhookFilter } from '../events/webhook-filter.js';
import type { WebhooksTable } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { holdDeliveries } from './deliveries/hold.js';
import { HEALTHY_ENDPOINT } from './delivery-schedule.js';
import { redact } from './redact.js';
import type { WebhookSender } from './sender.js';
import {
  ALL_FEEDS,
  findOwnWebhook,
  findPresented,
  findWebhook,
  presentWebhook,
  type WebhookDeps,
  webhookNotFound,
} from './webhook.js';
import { type FormatColumns, formatColumns } from './webhook-format.js';
import { checkUrl, filterText, scopeIdOf, type WebhookInput } from './webhook-input.js';

/** Limit of webhooks per account. */
export const MAX_WEBHOOKS = 100;

/**
 * Creates a webhook of the account. Its secret is only in the response.
 * @throws ServiceError WEBHOOK_FORBIDDEN, INVALID_FIELD, FEED_NOT_FOUND, BUNDLE_NOT_FOUND,
 * WEBHOOK_LIMIT_REACHED
 */
export async function createWebhook(
  { store, clock, sender }: WebhookDeps,
  account: Account,
  input: WebhookInput & { url: string },
): Promise<WebhookWithSecret> {
  const filter = await filterText(input);
  const columns = await formatColumns(input, NO_FORMAT);
  await vet(sender, columns);
  const secret = newStandardSecret();
  const now = clock.now();
  const row = await store.db.transaction().execute(async (transaction) => {
    await requireRoom(transaction, account);
    return transaction
      .insertInto('webhooks')
      .values({
        id: newWebhookId(),
        account_id: account.id,
        name: input.name || null,
        ...columns,
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
    .where('kind', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(webhooks) < MAX_WEBHOOKS) return;
  throw new ServiceError(
    'WEBHOOK_LIMIT_REACHED',
    `An account has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  );
}

/**
 * Changes the given fields. Scope and filters apply to future events; pending deliveries go to the
 * new address.
 * @throws ServiceError WEBHOOK_NOT_FOUND, WEBHOOK_FORBIDDEN, INVALID_FIELD, FEED_NOT_FOUND,
 * BUNDLE_NOT_FOUND
 */
export async function updateWebhook(
  { store, clock, sender }: WebhookDeps,
  account: Account,
  id: string,
  input: WebhookInput,
): Promise<Webhook> {
  const { scope } = input;
  const known = await formatColumns(input, await findOwnWebhook(store.db, account, id));
  if (input.url !== undefined) await vet(sender, known);
  return store.db.transaction().execute(async (transaction) => {
    const before = await findWebhook(transaction, account, id, { isLocked: true });
    const filter = await filterText(input, JSON.parse(before.filter) as WebhookFilter);
    const columns = await formatColumns(input, before);
    const isOther = isOtherReceiver(before, columns);
    if (isOther) await forgetSent(transaction, id);
    const scopeId =
      scope === undefined ? before.scope_id : await scopeIdOf(transaction, account, scope);
    return setWebhook(transaction, account, id, {
      ...columns,
      ...(input.name !== undefined && { name: input.name || null }),
      ...(isOther && { next_message_at: null }),
      scope_id: scopeId,
      filter,
      updated_at: clock.now(),
    });
  });
}

/** What a webhook has before its creation. */
const NO_FORMAT: FormatColumns = { url: '', format: null, template: null, headers: null };

/** @throws ServiceError WEBHOOK_FORBIDDEN, INVALID_FIELD; never with the secret part of the address */
async function vet(sender: WebhookSender, columns: FormatColumns): Promise<void> {
  try {
    await sender.vet(checkUrl(columns.url));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, redact(error.message, columns));
  }
}

/** Messages sent before were for another chat, or divided in another way. */
function isOtherReceiver(before: FormatColumns, after: FormatColumns): boolean {
  const { url, format, template } = after;
  return url !== before.url || format !== before.format || template !== before.template;
}

async function forgetSent(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ sent_messages: null })
    .where('webhook_id', '=', webhookId)
    .where('sent_messages', 'is not', null)
    .execute();
}

/**
 * Sets columns and returns the webhook.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function setWebhook(
  db: Db,
  account: Account,
  id: string,
  columns: Updateable<WebhooksTable>,
): Promise<Webhook> {
  await db
    .updateTable('webhooks')
    .set(columns)
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .execute();
  return findPresented(db, account, id);
}

/**
 * Deletes a webhook with its deliveries, including pending ones.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function deleteWebhook(
  { store }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Deleted> {
  await findOwnWebhook(store.db, account, id);
  const { numDeletedRows } = await store.db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw webhookNotFound(id);
  return { id, deleted: true };
}

/** The reason shown for a webhook that its owner disabled. */
const BY_HAND = 'It was disabled manually.';

/**
 * Enables a webhook and resets its failures. Held events stay held, to avoid a flood;
 * `resendDeliveries` sends them.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function enableWebhook(
  { store, clock }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Webhook> {
  return setWebhook(store.db, account, id, {
    failing_since: HEALTHY_ENDPOINT.failingSince,
    disabled_reason: HEALTHY_ENDPOINT.disabledReason,
    next_message_at: null,
    updated_at: clock.now(),
  });
}

/**
 * Disables a webhook; new events are held.
 * @throws ServiceError WEBHOOK_NOT_FOUND
 */
export async function disableWebhook(
  { store, clock }: WebhookDeps,
  account: Account,
  id: string,
): Promise<Webhook> {
  return store.db.transaction().execute(async (transaction) => {
    const webhook = await setWebhook(transaction, account, id, {
      disabled_reason: BY_HAND,
      updated_at: clock.now(),
    });
    await holdDeliveries(transaction, id);
    return webhook;
  });
}
