import type { Updateable } from 'kysely';
import {
  type Deleted,
  type DeliveryDetails,
  type RotatedWebhook,
  sampleEvent,
  type Webhook,
  type WebhookWithSecret,
} from '../../contract/index.js';
import { newStandardSecret } from '../../contract/webhook-signature.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { newEventId, newWebhookId, randomBase62 } from '../core/ids.js';
import type { Page } from '../core/paging.js';
import { isoTime } from '../core/time.js';
import { deliveryValues, insertEvent } from '../events/insert-deliveries.js';
import type { WebhookFilter } from '../events/webhook-filter.js';
import { countRows } from '../store/count-rows.js';
import type { Database } from '../store/schema.js';
import type { Db } from '../store/store.js';
import { LEASE_MS } from './deliveries/claim.js';
import { getDelivery } from './deliveries/deliveries.js';
import { DeliveryPool } from './deliveries/delivery-pool.js';
import { holdDeliveries } from './deliveries/replay.js';
import { HEALTHY_ENDPOINT } from './delivery-schedule.js';
import { redact } from './redact.js';
import { OVERLAP_MS } from './secrets.js';
import {
  ALL_FEEDS,
  findOwnWebhook,
  findPresented,
  findWebhook,
  presentWebhook,
  presentWebhooks,
  type WebhookDeps,
  webhookNotFound,
} from './webhook.js';
import { type FormatColumns, formatColumns } from './webhook-format.js';
import { checkUrl, filterText, scopeIdOf, type WebhookInput } from './webhook-input.js';

/** Limit of webhooks per account. */
export const MAX_WEBHOOKS = 100;

/** The reason shown for a webhook that its owner disabled. */
const BY_HAND = 'It was disabled manually.';

/** Format columns before the creation of a webhook. */
const NO_FORMAT: FormatColumns = { url: '', format: null, template: null, headers: null };

/**
 * Operations on the webhooks of one account. Those that name a webhook throw WEBHOOK_NOT_FOUND, those
 * that take an address WEBHOOK_FORBIDDEN, those that take fields INVALID_FIELD, FEED_NOT_FOUND and
 * BUNDLE_NOT_FOUND.
 */
export class WebhookAdmin {
  readonly #deps: WebhookDeps;
  readonly #account: Account;

  constructor(deps: WebhookDeps, account: Account) {
    this.#deps = deps;
    this.#account = account;
  }

  get #db(): Db {
    return this.#deps.store.db;
  }

  /** The webhooks, newest first: one page, or all (at most `MAX_WEBHOOKS`). */
  async list(page?: Page): Promise<Webhook[]> {
    const all = this.#db
      .selectFrom('webhooks')
      .selectAll()
      .where('account_id', '=', this.#account.id)
      .orderBy('created_at', 'desc')
      .orderBy('id');
    const wanted = page === undefined ? all : all.limit(page.limit).offset(page.offset);
    const rows = await wanted.execute();
    return presentWebhooks(this.#db, rows);
  }

  get(id: string): Promise<Webhook> {
    return findPresented(this.#db, this.#account, id);
  }

  /**
   * Creates a webhook. Its secret is only in the response.
   * @throws ServiceError WEBHOOK_LIMIT_REACHED
   */
  async create(input: WebhookInput & { url: string }): Promise<WebhookWithSecret> {
    const filter = await filterText(input);
    const columns = await formatColumns(input, NO_FORMAT);
    const listens_until = this.#listensUntil(input) ?? null;
    await this.#vet(columns, listens_until);
    const secret = newStandardSecret();
    const now = this.#deps.clock.now();
    const row = await this.#db.transaction().execute(async (transaction) => {
      await requireRoom(transaction, this.#account);
      return transaction
        .insertInto('webhooks')
        .values({
          id: newWebhookId(),
          account_id: this.#account.id,
          name: input.name || null,
          ...columns,
          scope_id: await scopeIdOf(transaction, this.#account, input.scope ?? ALL_FEEDS),
          filter,
          max_items: input.max_items ?? null,
          listens_until,
          secret,
          previous_secret: null,
          previous_secret_until: null,
          ...HEALTHY_ENDPOINT,
          last_success_at: null,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return { ...presentWebhook(row, false), secret };
  }

  /**
   * Changes the given fields. Scope and filters apply to future events; pending deliveries go to the
   * new address.
   */
  async update(id: string, input: WebhookInput): Promise<Webhook> {
    const { name, scope, url } = input;
    const account = this.#account;
    const known = await formatColumns(input, await findOwnWebhook(this.#db, account, id));
    const listens_until = this.#listensUntil(input);
    if (url !== undefined || listens_until !== undefined) await this.#vet(known, listens_until);
    return this.#db.transaction().execute(async (transaction) => {
      const before = await findWebhook(transaction, account, id, { isLocked: true });
      const columns = await formatColumns(input, before);
      const isOther = isOtherReceiver(before, columns);
      if (isOther) await forgetSent(transaction, id);
      return this.#set(transaction, id, {
        ...columns,
        ...(name !== undefined && { name: name || null }),
        ...(isOther && { next_message_at: null }),
        ...(input.max_items !== undefined && { max_items: input.max_items }),
        // A new address must set listen_seconds again to be on this machine.
        ...((url !== undefined || listens_until !== undefined) && {
          listens_until: listens_until ?? null,
        }),
        ...(scope !== undefined && { scope_id: await scopeIdOf(transaction, account, scope) }),
        filter: await filterText(input, JSON.parse(before.filter) as WebhookFilter),
      });
    });
  }

  /** Deletes a webhook with its deliveries, including pending ones. */
  async delete(id: string): Promise<Deleted> {
    await findOwnWebhook(this.#db, this.#account, id);
    const { numDeletedRows } = await this.#db
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .where('account_id', '=', this.#account.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw webhookNotFound(id);
    return { id, deleted: true };
  }

  /** Enables a webhook and resets its failures. Held events stay held, to avoid a flood: `resend`. */
  enable(id: string): Promise<Webhook> {
    return this.#set(this.#db, id, { ...HEALTHY_ENDPOINT, next_message_at: null });
  }

  /** Disables a webhook; new events are held. */
  disable(id: string): Promise<Webhook> {
    return this.#db.transaction().execute(async (transaction) => {
      const webhook = await this.#set(transaction, id, { disabled_reason: BY_HAND });
      await holdDeliveries(transaction, id);
      return webhook;
    });
  }

  /**
   * Gives the webhook a new secret, which is only in the response. For a day deliveries are signed
   * with the new and the old one, so that a receiver can switch without losing any.
   */
  rotate(id: string): Promise<RotatedWebhook> {
    const secret = newStandardSecret();
    const until = this.#deps.clock.now() + OVERLAP_MS;
    return this.#db.transaction().execute(async (transaction) => {
      const before = await findOwnWebhook(transaction, this.#account, id);
      const webhook = await this.#set(transaction, id, {
        secret,
        previous_secret: before.secret,
        previous_secret_until: until,
      });
      return { ...webhook, secret, previous_secret_until: isoTime(until) };
    });
  }

  /**
   * Sends a sample event immediately, also to a disabled webhook, and returns the result. There is
   * one attempt, which does not affect the health of the webhook.
   */
  async test(id: string): Promise<DeliveryDetails> {
    const now = this.#deps.clock.now();
    const event = sampleEvent(newEventId());
    const lease_token = randomBase62(22);
    const owned = { accountId: this.#account.id, now };
    const row = deliveryValues({ id, off: false }, event.id, { ...owned, position: 0 });
    await this.#db.transaction().execute(async (transaction) => {
      await findOwnWebhook(transaction, this.#account, id);
      await insertEvent(transaction, event, owned);
      // Claimed from the start, so that no loop attempts it as an ordinary delivery.
      const leased = { lease_token, next_attempt_at: now + LEASE_MS, is_test: 1 as const };
      await transaction
        .insertInto('deliveries')
        .values({ ...row, ...leased })
        .execute();
    });
    const pool = new DeliveryPool(this.#deps);
    pool.start({
      ...{ id: row.id, webhook_id: id, account_id: this.#account.id, lease_token, failing: false },
      ...{ failures: 0, last_status: null, last_duration_ms: null },
    });
    await pool.drained();
    return getDelivery(this.#deps, this.#account, row.id);
  }

  #listensUntil({ listen_seconds }: WebhookInput): number | undefined {
    return listen_seconds === undefined
      ? undefined
      : this.#deps.clock.now() + listen_seconds * 1000;
  }

  async #set(db: Db, id: string, columns: Updateable<Database['webhooks']>): Promise<Webhook> {
    await db
      .updateTable('webhooks')
      .set({ ...columns, updated_at: this.#deps.clock.now() })
      .where('id', '=', id)
      .where('account_id', '=', this.#account.id)
      .execute();
    return findPresented(db, this.#account, id);
  }

  /**
   * @throws ServiceError WEBHOOK_FORBIDDEN, INVALID_FIELD; without the secret part of the address
   */
  async #vet(columns: FormatColumns, listensUntil: number | null | undefined): Promise<void> {
    try {
      await this.#deps.sender.vet(checkUrl(columns.url), { isLocal: listensUntil != null });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError(error.code, redact(error.message, columns));
    }
  }
}

async function requireRoom(db: Db, account: Account): Promise<void> {
  const webhooks = await countRows(
    db.selectFrom('webhooks').where('account_id', '=', account.id).where('kind', 'is', null),
  );
  if (webhooks < MAX_WEBHOOKS) return;
  throw new ServiceError(
    'WEBHOOK_LIMIT_REACHED',
    `An account has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
  );
}

/** True if messages sent before were for another receiver, or split in another way. */
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
