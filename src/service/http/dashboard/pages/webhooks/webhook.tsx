import type { Delivery, Webhook } from '../../../../../contract/index.js';
import { FORMATS } from '../../../../../resources/message-formats.js';
import { ServiceError } from '../../../../core/errors.js';
import { namesOf } from '../../../../dashboard/names.js';
import type { DeliveryCounts } from '../../../../webhooks/deliveries/deliveries.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { DeliveryTable } from '../../views/deliveries.js';
import { filterValues } from '../../views/filter-fields.js';
import { ActionButton, Button, Confirm, Form, TextField } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Empty, Heading, Time } from '../../views/pieces.js';
import { SuccessRate } from '../../views/success-rate.js';
import {
  readWebhookValues,
  type ScopeOptions,
  WebhookForm,
  WebhookScope,
  WebhookState,
  type WebhookValues,
  webhookErrors,
  webhookInput,
} from '../../views/webhook-form.js';
import { scopeOptions } from './new-webhook.js';

const SHOWN_DELIVERIES = 10;
const DAY_MS = 24 * 60 * 60_000;

/** `/dashboard/webhooks/:id`: the health of a webhook and its deliveries. */
export function webhookPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/webhooks/:id', (context) => answer(context));

  app.post('/dashboard/webhooks/:id', async (context) => {
    const values = readWebhookValues(await readForm(context));
    const id = context.req.param('id');
    const operations = await webhooks.of(context.get('session').account);
    try {
      await operations.update(id, webhookInput(values));
      return seeOther(context, `webhooks/${id}`, 'webhook-saved');
    } catch (error) {
      if (!isRefused(error)) throw error;
      return answer(context, { values, error });
    }
  });

  async function answer(context: PageContext, refused?: Refused) {
    const { account } = context.get('session');
    const id = context.req.param('id') ?? '';
    const operations = await webhooks.of(account);
    const webhook = await operations.get(id);
    const deliveries = await operations.deliveries({
      webhookId: id,
      limit: SHOWN_DELIVERIES,
      offset: 0,
    });
    const ids = [webhook.scope, ...deliveries.map(({ feed_id }) => feed_id)];
    const names = await namesOf(deps.store.db, account, ids);
    const scopes = await scopeOptions(deps, account, refused?.values.scope ?? webhook.scope);
    const now = deps.clock.now();
    const counts = {
      day: (await operations.counts(now - DAY_MS)).get(id),
      week: (await operations.counts(now - 7 * DAY_MS)).get(id),
    };
    return page(
      context,
      { title: 'Webhook', section: 'webhooks', status: refused === undefined ? 200 : 400 },
      <>
        <WebhookHead webhook={webhook} counts={counts} names={names} now={now} />
        <RecentDeliveries id={id} deliveries={deliveries} names={names} now={now} />
        <WebhookSettings webhook={webhook} scopes={scopes} refused={refused} />
      </>,
    );
  }
}

function isRefused(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500 && error.code !== 'WEBHOOK_NOT_FOUND';
}

interface Refused {
  values: WebhookValues;
  error: ServiceError;
}

interface HeadProps {
  webhook: Webhook;
  counts: Record<'day' | 'week', DeliveryCounts | undefined>;
  names: ReadonlyMap<string, string>;
  now: number;
}

function WebhookHead({ webhook, counts, names, now }: HeadProps) {
  const at = `webhooks/${webhook.id}`;
  return (
    <>
      <Heading
        title={webhook.name || 'Webhook'}
        sub={`${FORMATS[webhook.format].label} · ${webhook.url}`}
      >
        {webhook.enabled ? (
          <ActionButton action={`${at}/off`} label="Switch off" />
        ) : (
          <ActionButton action={`${at}/on`} label="Switch on" />
        )}
        <ActionButton action={`${at}/test`} label="Send a test" tone="primary" />
      </Heading>
      <dl class="card facts">
        <div>
          <dt>State</dt>
          <dd>
            <WebhookState webhook={webhook} now={now} />
          </dd>
        </div>
        <div>
          <dt>Subscribed to</dt>
          <dd>
            <WebhookScope scope={webhook.scope} names={names} />
          </dd>
        </div>
        <div>
          <dt>Delivered in 24 h</dt>
          <dd>
            <SuccessRate counts={counts.day} />
          </dd>
        </div>
        <div>
          <dt>Delivered in 7 days</dt>
          <dd>
            <SuccessRate counts={counts.week} />
          </dd>
        </div>
        <div>
          <dt>Last success</dt>
          <dd>
            {webhook.last_success_at === null ? (
              'Never'
            ) : (
              <Time at={Date.parse(webhook.last_success_at)} now={now} />
            )}
          </dd>
        </div>
        <div>
          <dt>Added</dt>
          <dd>
            <Time at={Date.parse(webhook.created_at)} now={now} />
          </dd>
        </div>
      </dl>
    </>
  );
}

interface DeliveriesProps {
  id: string;
  deliveries: Delivery[];
  names: ReadonlyMap<string, string>;
  now: number;
}

function RecentDeliveries({ id, deliveries, names, now }: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <Empty title="Nothing sent yet">
        Events are sent when a feed has something new. Send a test to see whether they arrive.
      </Empty>
    );
  }
  return (
    <section class="stack">
      <h2>Latest deliveries</h2>
      <DeliveryTable deliveries={deliveries} names={names} now={now} />
      <p>
        <a href={`deliveries?webhook=${id}`}>All deliveries to this webhook</a>
      </p>
    </section>
  );
}

function WebhookSettings(props: {
  webhook: Webhook;
  scopes: ScopeOptions;
  refused: Refused | undefined;
}) {
  const { webhook, scopes, refused } = props;
  const values = {
    url: webhook.url,
    name: webhook.name,
    format: webhook.format,
    template: webhook.template ?? '',
    scope: webhook.scope,
    ...filterValues(webhook.filters),
    only: webhook.only ?? '',
  };
  return (
    <div class="columns">
      <WebhookForm
        action={`webhooks/${webhook.id}`}
        title="Settings"
        submit="Save"
        values={refused?.values ?? values}
        scopes={scopes}
        {...webhookErrors(refused?.error)}
      />
      <WebhookDangers webhook={webhook} />
    </div>
  );
}

/** Rare actions on a webhook, with explanations. */
function WebhookDangers({ webhook }: { webhook: Webhook }) {
  const at = `webhooks/${webhook.id}`;
  return (
    <div class="stack">
      <div class="card">
        <h2>Send again</h2>
        <p class="muted">
          Sends all events since a day again, and those held while the webhook was switched off.
          Receivers recognise repeated events by their id.
        </p>
        <Form action={`${at}/resend`} class="fields">
          <TextField name="since" label="Since" type="date" required />
          <Button tone="quiet">Send again</Button>
        </Form>
      </div>
      {webhook.format === 'standard' && (
        <div class="card">
          <h2>New secret</h2>
          <p class="muted">
            For a day, events are signed with the new secret and the old one, so that nothing is
            lost while your receiver changes over.
          </p>
          <Confirm action={`${at}/rotate`} ask="Make a new secret…" label="Make a new secret">
            It is shown once. The old secret stops working in 24 hours.
          </Confirm>
        </div>
      )}
      <div class="card">
        <h2>Delete this webhook</h2>
        <p class="muted">Its deliveries are deleted, too, including those that are waiting.</p>
        <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
          This cannot be undone.
        </Confirm>
      </div>
    </div>
  );
}
