import type { Account } from '../accounts/account.js';
import type { FetcherOptions } from '../fetch/index.js';
import { isDelivered } from '../operation/liveness.js';
import {
  type DeliverDueOptions,
  type DeliverySummary,
  deliverDue,
} from './deliveries/deliver-due.js';
import { type DeliveryLoop, startDeliveryLoop } from './deliveries/delivery-loop.js';
import { createSender, type WebhookSender } from './sender.js';
import type { WebhookDeps } from './webhook.js';
import { WebhookAdmin } from './webhook-admin.js';

/** The webhooks of this process. */
export interface Webhooks {
  /** Operations on the webhooks of an account. */
  of(account: Account): WebhookAdmin;
  /** Wakes a running loop after an event was published. */
  eventsPublished(): void;
  /** True if an event was published in this process. */
  readonly hasPublished: boolean;
  /** Delivers due events until stopped. */
  startLoop(): DeliveryLoop;
  /** Attempts due deliveries, for a command that ends soon. Null if a `serve` does it. */
  deliverDue(options: DeliverDueOptions): Promise<DeliverySummary | null>;
  close(): Promise<void>;
}

export function loadWebhooks(
  parts: Omit<WebhookDeps, 'sender'>,
  outgoing: FetcherOptions,
): Webhooks {
  let sender: WebhookSender | undefined;
  const deps: WebhookDeps = {
    ...parts,
    /** The HTTP client is created for the first event, because most commands send none. */
    get sender() {
      sender ??= createSender(outgoing);
      return sender;
    },
  };
  let loop: DeliveryLoop | undefined;
  let hasPublished = false;
  return {
    of: (account) => new WebhookAdmin(deps, account),
    eventsPublished() {
      hasPublished = true;
      loop?.nudge();
    },
    get hasPublished() {
      return hasPublished;
    },
    startLoop() {
      loop = startDeliveryLoop(deps);
      return loop;
    },
    async deliverDue(options) {
      if (await isDelivered(deps.store, deps.clock)) return null;
      return deliverDue(deps, options);
    },
    async close() {
      await sender?.close();
    },
  };
}
