import type { Account } from '../accounts/account.js';
import type { FetcherOptions } from '../fetch/index.js';
import { isDelivered } from '../instances/liveness.js';
import type { DeliverDueOptions, DeliverySummary } from './deliveries/deliver-due.js';
import type { DeliveryLoop } from './deliveries/delivery-loop.js';
import type { WebhookSender } from './sender.js';
import type { WebhookDeps } from './webhook.js';
import type { WebhookAdmin } from './webhook-admin.js';

/** The webhooks of this process; each part is loaded on first use. */
export interface Webhooks {
  /** Operations on the webhooks of an account. */
  of(account: Account): Promise<WebhookAdmin>;
  /** An event was published: a running loop checks immediately. */
  eventsPublished(): void;
  /** True when an event was published in this process. */
  hasPublished: boolean;
  /** Delivers due events until stopped. */
  startLoop(): Promise<DeliveryLoop>;
  /**
   * Attempts due deliveries, for a command that ends soon. Null when a `serve` does so.
   */
  deliverDue(options: DeliverDueOptions): Promise<DeliverySummary | null>;
  close(): Promise<void>;
}

export function loadWebhooks(
  parts: Omit<WebhookDeps, 'sender'>,
  outgoing: FetcherOptions,
): Webhooks {
  const deps: WebhookDeps = { ...parts, sender: lazySender(outgoing) };
  let loop: DeliveryLoop | undefined;
  let hasPublished = false;
  return {
    async of(account) {
      const { webhookAdmin } = await import('./webhook-admin.js');
      return webhookAdmin(deps, account);
    },
    eventsPublished() {
      hasPublished = true;
      loop?.nudge();
    },
    get hasPublished() {
      return hasPublished;
    },
    async startLoop() {
      const { startDeliveryLoop } = await import('./deliveries/delivery-loop.js');
      loop = startDeliveryLoop(deps);
      return loop;
    },
    async deliverDue(options) {
      if (await isDelivered(deps.store, deps.clock)) return null;
      const { deliverDue } = await import('./deliveries/deliver-due.js');
      return deliverDue(deps, options);
    },
    close: () => deps.sender.close(),
  };
}

/** Loads the HTTP client with the first event: most commands send none. */
function lazySender(options: FetcherOptions): WebhookSender {
  let loading: Promise<WebhookSender> | undefined;
  const sender = () => {
    loading ??= import('./sender.js').then(({ createSender }) => createSender(options));
    return loading;
  };
  return {
    vet: async (address) => (await sender()).vet(address),
    post: async (address, message) => (await sender()).post(address, message),
    async close() {
      await loading?.then((loaded) => loaded.close());
    },
  };
}
