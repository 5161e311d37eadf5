import type { DeliveryDetails } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import type { Page } from '../core/time.js';
import {
  countDeliveries,
  type DeliverySelection,
  getDelivery,
  listDeliveries,
} from './deliveries/deliveries.js';

import { replayDeliveries, replayDelivery, resendDeliveries } from './deliveries/replay.js';
import { signaturesOf } from './deliveries/signatures.js';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  updateWebhook,
} from './edit-webhook.js';
import { rotateSecret } from './rotate-secret.js';
import { testWebhook } from './test-webhook.js';
import { getWebhook, listWebhooks, type WebhookDeps } from './webhook.js';
import type { WebhookInput } from './webhook-input.js';

/** Operations on the webhooks of one account; see each function for its errors. */
export type WebhookAdmin = ReturnType<typeof webhookAdmin>;

export function webhookAdmin(deps: WebhookDeps, account: Account) {
  return {
    list: (page?: Page) => listWebhooks(deps, account, page),
    get: (id: string) => getWebhook(deps, account, id),
    create: (input: WebhookInput & { url: string }) => createWebhook(deps, account, input),
    update: (id: string, input: WebhookInput) => updateWebhook(deps, account, id, input),
    delete: (id: string) => deleteWebhook(deps, account, id),
    enable: (id: string) => enableWebhook(deps, account, id),
    disable: (id: string) => disableWebhook(deps, account, id),
    rotate: (id: string) => rotateSecret(deps, account, id),
    test: (id: string) => testWebhook(deps, account, id),
    deliveries: (selection: DeliverySelection) => listDeliveries(deps, account, selection),
    /** @param since milliseconds */
    counts: (since: number) => countDeliveries(deps, account, since),
    delivery: (id: string) => getDelivery(deps, account, id),
    signatures: (delivery: DeliveryDetails) => signaturesOf(deps, account, delivery),
    replayAll: (ids: readonly string[]) => replayDeliveries(deps, account, ids),
    replay: (id: string) => replayDelivery(deps, account, id),
    /** @param since milliseconds */
    resend: (id: string, since: number) => resendDeliveries(deps, account, id, since),
  };
}
