import type { Webhook } from '../../../contract/index.js';
import { FORMATS } from '../../../resources/message-formats.js';
import { DAY, HOUR } from '../../core/durations.js';
import { readActivity } from '../../operation/read-activity.js';
import { countDeliveries } from '../../webhooks/deliveries/deliveries.js';
import { ALL_FEEDS } from '../../webhooks/webhook.js';
import { BarChart, sum } from '../kit/charts.js';
import { ButtonLink } from '../kit/form.js';
import { Listing, Who } from '../kit/list.js';
import { counted, Empty, Time } from '../kit/parts.js';
import type { Screen } from '../kit/screen.js';
import { feedNames } from '../use-cases/find-feeds.js';
import { nameOfWebhook } from './delivery-parts.js';
import { bodyOf, scopeOptions, WebhookForm } from './webhook-form.js';
import { SuccessRate, secretPage, WebhookScope, WebhookState } from './webhook-parts.js';

/** `/dashboard/webhooks`: all webhooks. */
export const WEBHOOKS: Screen = {
  async show({ webhooks, deps, db, account, now }) {
    const all = await webhooks.list();
    const counts = await countDeliveries(deps, account, now - DAY);
    const scopes = all.map(({ scope }) => scope);
    const names = await feedNames(db, account, scopes);
    const kinds = ['delivered', 'not-delivered'] as const;
    const hours = await readActivity(deps.store, account, kinds, {
      now,
      slots: SLOTS * SLOT_HOURS,
    });
    return {
      title: 'Webhooks',
      sub: 'When a feed has new or changed items, the service sends them to these addresses immediately.',
      actions: (
        <ButtonLink href="webhooks/new" tone="primary">
          Add a webhook
        </ButtonLink>
      ),
      content: (
        <>
          <Listing
            caption="Webhooks"
            rows={all}
            columns={[
              ['Webhook', (webhook) => <WebhookName {...webhook} />],
              ['State', (webhook) => <WebhookState {...webhook} />],
              ['Subscribed to', ({ scope }) => <WebhookScope scope={scope} names={names} />],
              ['Filter', filterWords],
              ['Delivered in 24 h', ({ id }) => <SuccessRate counts={counts.get(id)} />, 'number'],
              ['Last success', ({ last_success_at: at }) => <Time at={at} />, 'number'],
            ]}
          >
            <Empty title="No webhooks yet">
              <a href="webhooks/new">Add a webhook</a> with the address of your receiver. To try one
              on this machine, run <code>feedctl webhooks listen</code>
            </Empty>
          </Listing>
          <Attempts delivered={hours.delivered} failed={hours['not-delivered']} now={now} />
        </>
      ),
    };
  },
};

/** A week in quarters of days. */
const SLOT_HOURS = 6;
const SLOTS = 28;

interface AttemptsProps {
  /** By hour, the running one last. */
  delivered: readonly number[];
  failed: readonly number[];
  now: number;
}

/** What arrived at all webhooks in a week, and which attempts failed. */
function Attempts({ delivered, failed, now }: AttemptsProps) {
  const [arrived, lost] = [sum(delivered), sum(failed)];
  if (arrived + lost === 0) return null;
  const bySlot = (hours: readonly number[]) =>
    Array.from({ length: SLOTS }, (_, at) =>
      sum(hours.slice(at * SLOT_HOURS, (at + 1) * SLOT_HOURS)),
    );
  const first = Math.floor(now / HOUR) - SLOTS * SLOT_HOURS + 1;
  return (
    <BarChart
      title="Arrivals"
      summary={`${counted(arrived, 'delivery', 'deliveries')} arrived in 7 days, ${counted(lost, 'attempt')} failed`}
      series={[
        { name: 'arrived', colour: 'c2', values: bySlot(delivered) },
        { name: 'failed attempts', colour: 'c-bad', values: bySlot(failed) },
      ]}
      slot="hour"
      slotAt={(at) => (first + at * SLOT_HOURS) * HOUR}
    />
  );
}

function WebhookName({ id, name, url, format }: Webhook) {
  return (
    <Who
      href={`webhooks/${id}`}
      name={nameOfWebhook({ name, url })}
      meta={`${FORMATS[format].label}${name === '' ? '' : ` · ${url}`}`}
    />
  );
}

/** The filter in words. */
function filterWords({ filters: { include, exclude }, only }: Webhook): string {
  const parts = [
    only !== null && `${only} items only`,
    include.length > 0 && `with ${include.join(', ')}`,
    exclude.length > 0 && `without ${exclude.join(', ')}`,
  ].filter(Boolean);
  return (parts.join('; ') || 'everything').replace(/^./, (first) => first.toUpperCase());
}

/** `/dashboard/webhooks/new`: creates a webhook; its secret is shown once. */
export const NEW_WEBHOOK: Screen = {
  async show(visit) {
    const scope = visit.refused?.form.text('scope') || visit.query('scope') || ALL_FEEDS;
    return {
      title: 'Add a webhook',
      sub: 'New and changed items are sent to your program or chat as soon as they are found.',
      content: (
        <div class="narrow">
          <WebhookForm
            action="webhooks/new"
            title="Receiver"
            submit="Add this webhook"
            values={{ scope }}
            scopes={await scopeOptions(visit, scope)}
          />
        </div>
      ),
    };
  },
  actions: {
    async 'webhooks/new'(visit, form) {
      const { id, format, secret } = await visit.call('createWebhook', { body: bodyOf(form) });
      // Messages for chats are not signed.
      if (format !== 'standard') return { to: `webhooks/${id}`, done: 'webhook-added' };
      // The secret is in this answer alone.
      return secretPage('Webhook added', id, secret);
    },
  },
};
