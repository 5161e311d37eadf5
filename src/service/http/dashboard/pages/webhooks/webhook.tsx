import type { Webhook } from '../../../../../contract/index.js';
import { FORMATS } from '../../../../../resources/message-formats.js';
import { ServiceError } from '../../../../core/errors.js';
import { namesOf } from '../../../../dashboard/names.js';
import { Detail } from '../../kit/detail.js';
import { FormCard } from '../../kit/inputs.js';
import { Listing } from '../../kit/list.js';
import type { Screen } from '../../kit/screen.js';
import { deliveryColumns } from '../../views/delivery-parts.js';
import { ActionButton, Confirm } from '../../views/form.js';
import { Empty, Heading, Time } from '../../views/pieces.js';
import { SuccessRate, WebhookScope, WebhookState } from '../../views/webhook-parts.js';
import { scopeOptions, WebhookForm, webhookInput } from './form.js';
import { NewSecret } from './webhooks.js';

const SHOWN_DELIVERIES = 10;
const DAY_MS = 24 * 60 * 60_000;

/** `/dashboard/webhooks/:id`: the state of a webhook, its deliveries and settings. */
export const WEBHOOK: Screen = {
  section: 'webhooks',
  async show(visit) {
    const { db, account, now } = visit;
    const id = visit.param('id');
    const operations = await visit.webhooks;
    const webhook = await operations.get(id);
    const page = { webhookId: id, limit: SHOWN_DELIVERIES, offset: 0 };
    const deliveries = await operations.deliveries(page);
    const ids = [webhook.scope, ...deliveries.map(({ feed_id }) => feed_id)];
    const names = await namesOf(db, account, ids);
    const [day, week] = await Promise.all(
      [1, 7].map(async (days) => (await operations.counts(now - days * DAY_MS)).get(id)),
    );
    const at = `webhooks/${id}`;
    const scope = visit.refused?.form.text('scope') || webhook.scope;
    return {
      title: 'Webhook',
      content: (
        <Detail
          title={webhook.name || 'Webhook'}
          sub={`${FORMATS[webhook.format].label} · ${webhook.url}`}
          actions={
            <>
              {webhook.enabled ? (
                <ActionButton action={`${at}/off`} label="Switch off" />
              ) : (
                <ActionButton action={`${at}/on`} label="Switch on" />
              )}
              <ActionButton action={`${at}/test`} label="Send a test" tone="primary" />
            </>
          }
          facts={[
            ['State', <WebhookState webhook={webhook} now={now} />],
            ['Subscribed to', <WebhookScope scope={webhook.scope} names={names} />],
            ['Delivered in 24 h', <SuccessRate counts={day} />],
            ['Delivered in 7 days', <SuccessRate counts={week} />],
            ['Last success', <When at={webhook.last_success_at} now={now} />],
            ['Added', <When at={webhook.created_at} now={now} />],
          ]}
        >
          {deliveries.length === 0 ? (
            <Empty title="Nothing sent yet">
              Events are sent when a feed has something new. Send a test to see whether they arrive.
            </Empty>
          ) : (
            <section class="stack">
              <h2>Latest deliveries</h2>
              <Listing
                caption="Deliveries"
                rows={deliveries}
                columns={deliveryColumns(names, now)}
              />
              <p>
                <a href={`deliveries?webhook=${id}`}>All deliveries to this webhook</a>
              </p>
            </section>
          )}
          <div class="columns">
            <WebhookForm
              visit={visit}
              action={at}
              title="Settings"
              submit="Save"
              values={textsOf(webhook)}
              scopes={await scopeOptions(visit, scope)}
            />
            <div class="stack">
              <FormCard
                visit={visit}
                action={`${at}/resend`}
                title="Send again"
                submit="Send again"
                tone="quiet"
                inputs={[{ name: 'since', label: 'Since', as: 'date', required: true }]}
              >
                <p class="muted">
                  Sends all events since a day again, and those held while the webhook was switched
                  off. Receivers recognise repeated events by their id.
                </p>
              </FormCard>
              <Dangers at={at} webhook={webhook} />
            </div>
          </div>
        </Detail>
      ),
    };
  },
  actions: {
    async 'webhooks/:id'(visit, form) {
      const id = visit.param('id');
      await (await visit.webhooks).update(id, webhookInput(form));
      return { to: `webhooks/${id}`, done: 'webhook-saved' };
    },
    async 'webhooks/:id/test'(visit) {
      const { id, status } = await (await visit.webhooks).test(visit.param('id'));
      const done = status === 'delivered' ? 'test-delivered' : 'test-failed';
      return { to: `deliveries/${id}`, done };
    },
    async 'webhooks/:id/on'(visit) {
      const { id } = await (await visit.webhooks).enable(visit.param('id'));
      return { to: `webhooks/${id}`, done: 'webhook-on' };
    },
    async 'webhooks/:id/off'(visit) {
      const { id } = await (await visit.webhooks).disable(visit.param('id'));
      return { to: `webhooks/${id}`, done: 'webhook-off' };
    },
    async 'webhooks/:id/resend'(visit, form) {
      const since = dayOf(form.text('since'));
      const { id } = await (await visit.webhooks).resend(visit.param('id'), since);
      visit.http.webhooks.eventsPublished();
      return { to: `webhooks/${id}`, done: 'webhook-resent' };
    },
    async 'webhooks/:id/rotate'(visit) {
      const { id, secret } = await (await visit.webhooks).rotate(visit.param('id'));
      return {
        title: 'New secret',
        content: (
          <>
            <Heading title="New secret" sub="The old secret is valid for another 24 hours." />
            <NewSecret secret={secret} />
            <p>
              <a href={`webhooks/${id}`}>Back to the webhook</a>
            </p>
          </>
        ),
      };
    },
    async 'webhooks/:id/delete'(visit) {
      await (await visit.webhooks).delete(visit.param('id'));
      return { to: 'webhooks', done: 'webhook-deleted' };
    },
  },
};

function When({ at, now }: { at: string | null; now: number }) {
  return at === null ? <>Never</> : <Time at={Date.parse(at)} now={now} />;
}

function textsOf({ url, name, format, template, scope, filters, only }: Webhook) {
  return {
    ...{ url, name, format, scope, template: template ?? '', only: only ?? '' },
    include: filters.include.join('\n'),
    exclude: filters.exclude.join('\n'),
  };
}

/** Start of a day (UTC) in milliseconds, from the date that a browser sends. */
function dayOf(text: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new ServiceError('INVALID_FIELD', '"since" must be a date such as 2026-01-15.');
}

/** Rare actions on a webhook, with explanations. */
function Dangers({ at, webhook }: { at: string; webhook: Webhook }) {
  return (
    <>
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
    </>
  );
}
