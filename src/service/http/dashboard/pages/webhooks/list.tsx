import type { Webhook } from '../../../../../contract/index.js';
import { FORMATS } from '../../../../../resources/message-formats.js';
import { namesOf } from '../../../../dashboard/names.js';
import type { DeliveryCounts } from '../../../../webhooks/deliveries/deliveries.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp } from '../../frame/requests.js';
import { page } from '../../views/layout.js';
import { Empty, Heading, Time } from '../../views/pieces.js';
import { SuccessRate } from '../../views/success-rate.js';
import { Table } from '../../views/table.js';
import {
  filterWords,
  nameOfWebhook,
  WebhookScope,
  WebhookState,
} from '../../views/webhook-form.js';
import { newWebhookPage } from './new-webhook.js';
import { webhookPage } from './webhook.js';
import { webhookActions } from './webhook-actions.js';

const DAY_MS = 24 * 60 * 60_000;

/** `/dashboard/webhooks`: all webhooks. */
function webhookListPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/webhooks', async (context) => {
    const { account } = context.get('session');
    const operations = await webhooks.of(account);
    const now = deps.clock.now();
    const all = await operations.list();
    const counts = await operations.counts(now - DAY_MS);
    const scopes = all.map(({ scope }) => scope);
    const names = await namesOf(deps.store.db, account, scopes);
    return page(
      context,
      { title: 'Webhooks', section: 'webhooks' },
      <Webhooks webhooks={all} counts={counts} names={names} now={now} />,
    );
  });
}

interface WebhooksProps {
  webhooks: Webhook[];
  counts: ReadonlyMap<string, DeliveryCounts>;
  names: ReadonlyMap<string, string>;
  now: number;
}

function Webhooks({ webhooks, counts, names, now }: WebhooksProps) {
  return (
    <>
      <Heading
        title="Webhooks"
        sub="When a feed has new or changed items, the service sends them to these addresses immediately."
      >
        <a class="button primary" href="webhooks/new">
          Add a webhook
        </a>
      </Heading>
      {webhooks.length === 0 ? (
        <Empty title="No webhooks yet">
          <a href="webhooks/new">Add a webhook</a> with the address of your receiver. To try one on
          this machine, run <code>feedctl webhooks listen</code>
        </Empty>
      ) : (
        <div class="table-card">
          <Table
            caption="Webhooks"
            columns={[
              'Webhook',
              'State',
              'Subscribed to',
              'Filter',
              'Delivered in 24 h',
              'Last success',
            ]}
            rows={webhooks.map((webhook) => [
              <div class="who">
                <div>
                  <a href={`webhooks/${webhook.id}`}>{nameOfWebhook(webhook)}</a>
                  <div class="meta">
                    {FORMATS[webhook.format].label}
                    {webhook.name !== '' && ` · ${webhook.url}`}
                  </div>
                </div>
              </div>,
              <WebhookState webhook={webhook} now={now} />,
              <WebhookScope scope={webhook.scope} names={names} />,
              filterWords(webhook),
              <SuccessRate counts={counts.get(webhook.id)} />,
              webhook.last_success_at === null ? (
                'Never'
              ) : (
                <Time at={Date.parse(webhook.last_success_at)} now={now} />
              ),
            ])}
          />
        </div>
      )}
    </>
  );
}

/** `/dashboard/webhooks` and what is below it. */
export function webhookPages(app: PageApp, http: HttpDeps): void {
  webhookListPage(app, http);
  newWebhookPage(app, http);
  webhookPage(app, http);
  webhookActions(app, http);
}
