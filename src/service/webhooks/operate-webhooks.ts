import type { Account } from '../accounts/account.js';
import { createWebhook } from './create-webhook.js';
import { deleteWebhook } from './delete-webhook.js';
import { getDelivery } from './deliveries/get-delivery.js';
import { type DeliverySelection, listDeliveries } from './deliveries/list-deliveries.js';
import { replayDelivery, resendDeliveries } from './deliveries/replay.js';
import { getWebhook, listWebhooks } from './list-webhooks.js';
import { rotateSecret } from './rotate-secret.js';
import { disableWebhook, enableWebhook } from './switch-webhook.js';
import { testWebhook } from './test-webhook.js';
import { updateWebhook } from './update-webhook.js';
import type { WebhookDeps } from './webhook-deps.js';
import type { WebhookInput } from './webhook-input.js';

/** Everything that can be done with the webhooks of one account; see each function for its errors. */
export type WebhookOperations = ReturnType<typeof operateWebhooks>;

export function operateWebhooks(deps: WebhookDeps, account: Account) {
  return {
    list: () => listWebhooks(deps, account),
    get: (id: string) => getWebhook(deps, account, id),
    create: (input: WebhookInput & { url: string }) => createWebhook(deps, account, input),
    update: (id: string, input: WebhookInput) => updateWebhook(deps, account, id, input),
    delete: (id: string) => deleteWebhook(deps, account, id),
    enable: (id: string) => enableWebhook(deps, account, id),
    disable: (id: string) => disableWebhook(deps, account, id),
    rotate: (id: string) => rotateSecret(deps, account, id),
    test: (id: string) => testWebhook(deps, account, id),
    deliveries: (selection: DeliverySelection) => listDeliveries(deps, account, selection),
    delivery: (id: string) => getDelivery(deps, account, id),
    replay: (id: string) => replayDelivery(deps, account, id),
    /** @param since milliseconds */
    resend: (id: string, since: number) => resendDeliveries(deps, account, id, since),
  };
}
