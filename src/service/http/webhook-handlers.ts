import type { webhookEndpoints } from '../../contract/index.js';
import { pageOf } from '../core/time.js';
import type { Handler } from './handler.js';

type WebhookHandlers = {
  [Name in keyof typeof webhookEndpoints]: Handler<(typeof webhookEndpoints)[Name]>;
};

/** The use cases of webhooks and deliveries, which the dashboard has too. */
export const webhookHandlers: WebhookHandlers = {
  async createWebhook(_deps, { account, body }, { webhooks }) {
    return { body: await (await webhooks.of(account)).create(body) };
  },
  async listWebhooks(_deps, { account, query }, { webhooks }) {
    return { body: await (await webhooks.of(account)).list(pageOf(query)) };
  },
  async getWebhook(_deps, { account, params }, { webhooks }) {
    return { body: await (await webhooks.of(account)).get(params.id) };
  },
  async updateWebhook(_deps, { account, params: { id }, body }, { webhooks }) {
    const { enabled, ...input } = body;
    const own = await webhooks.of(account);
    if (Object.keys(input).length > 0) await own.update(id, input);
    if (enabled === undefined) return { body: await own.get(id) };
    return { body: await (enabled ? own.enable(id) : own.disable(id)) };
  },
  async deleteWebhook(_deps, { account, params }, { webhooks }) {
    return { body: await (await webhooks.of(account)).delete(params.id) };
  },
  async testWebhook(_deps, { account, params }, { webhooks }) {
    return { body: await (await webhooks.of(account)).test(params.id) };
  },
  async rotateWebhookSecret(_deps, { account, params }, { webhooks }) {
    return { body: await (await webhooks.of(account)).rotate(params.id) };
  },
  async resendDeliveries(_deps, { account, params, body }, { webhooks }) {
    const resent = await (await webhooks.of(account)).resend(params.id, Date.parse(body.since));
    webhooks.eventsPublished();
    return { body: resent };
  },
  async listDeliveries(_deps, { account, query }, { webhooks }) {
    const { webhook: webhookId, status, since } = query;
    const selection = {
      webhookId,
      status,
      since: since === undefined ? undefined : Date.parse(since),
      ...pageOf(query),
    };
    return { body: await (await webhooks.of(account)).deliveries(selection) };
  },
  async getDelivery(_deps, { account, params }, { webhooks }) {
    return { body: await (await webhooks.of(account)).delivery(params.id) };
  },
  async replayDelivery(_deps, { account, params }, { webhooks }) {
    const replayed = await (await webhooks.of(account)).replay(params.id);
    webhooks.eventsPublished();
    return { body: replayed };
  },
};
