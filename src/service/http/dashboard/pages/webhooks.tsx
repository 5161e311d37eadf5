import type { HttpDeps } from '../../http-deps.js';
import type { PageApp } from '../frame/page-env.js';
import { webhookListPage } from './webhooks/list.js';
import { newWebhookPage } from './webhooks/new-webhook.js';
import { webhookPage } from './webhooks/webhook.js';
import { webhookActions } from './webhooks/webhook-actions.js';

/** `/dashboard/webhooks` and what is below it. */
export function webhookPages(app: PageApp, http: HttpDeps): void {
  webhookListPage(app, http);
  newWebhookPage(app, http);
  webhookPage(app, http);
  webhookActions(app, http);
}
