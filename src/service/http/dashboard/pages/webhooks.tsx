import { timeSpan } from '../../../../base/relative-time.js';
import { LENGTHS, PAGE, type Webhook } from '../../../../contract/index.js';
import { MAX_WEBHOOK_NAME_LENGTH } from '../../../../contract/sizes.js';
import { recognisedServices } from '../../../../messages/hosts.js';
import { FEED_FIELDS } from '../../../../resources/feed.js';
import {
  FORMATS,
  MAX_TEMPLATE_LENGTH,
  WEBHOOK_FORMATS,
} from '../../../../resources/message-formats.js';
import { findFeeds, namesOf } from '../../../dashboard/find-feeds.js';
import type { DeliveryCounts } from '../../../webhooks/deliveries/deliveries.js';
import { ALL_FEEDS } from '../../../webhooks/webhook.js';
import { BarChart, sum } from '../kit/charts.js';
import {
  ActionButton,
  Confirm,
  FormCard,
  fieldProblems,
  type Input,
  type Texts,
} from '../kit/form.js';
import { useHere } from '../kit/here.js';
import type { Form } from '../kit/http.js';
import { Listing, Who } from '../kit/list.js';
import type { Shown } from '../kit/page.js';
import { Card, Copyable, counted, Dot, Empty, Notice, Time } from '../kit/parts.js';
import { editorOf } from '../kit/rows.js';
import { type Act, does, type Screen, type Visit } from '../kit/screen.js';
import { DeliveryList, nameOfWebhook, secondsToWait } from './delivery-parts.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** `/dashboard/webhooks`: all webhooks. */
export const WEBHOOKS: Screen = {
  async show({ webhooks, db, account, now }) {
    const all = await webhooks.list();
    const counts = await webhooks.counts(now - DAY_MS);
    const scopes = all.map(({ scope }) => scope);
    const names = await namesOf(db, account, scopes);
    return {
      title: 'Webhooks',
      sub: 'When a feed has new or changed items, the service sends them to these addresses immediately.',
      actions: (
        <a class="button primary" href="webhooks/new">
          Add a webhook
        </a>
      ),
      content:
        all.length === 0 ? (
          <Empty title="No webhooks yet">
            <a href="webhooks/new">Add a webhook</a> with the address of your receiver. To try one
            on this machine, run <code>feedctl webhooks listen</code>
          </Empty>
        ) : (
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
          />
        ),
    };
  },
};

function WebhookName({ id, name, url, format }: Webhook) {
  return (
    <Who
      href={`webhooks/${id}`}
      name={nameOfWebhook({ name, url })}
      meta={`${FORMATS[format].label}${name === '' ? '' : ` · ${url}`}`}
    />
  );
}

/** Whether a webhook takes deliveries, and how they go. */
function WebhookState({ enabled, disabled_reason, failing_since }: Webhook) {
  const { now } = useHere();
  if (!enabled) {
    return (
      <Dot tone="bad" why={disabled_reason}>
        Switched off
      </Dot>
    );
  }
  if (failing_since === null) return <Dot tone="good">On</Dot>;
  return <Dot tone="bad">Failing for {timeSpan(Math.max(0, now - Date.parse(failing_since)))}</Dot>;
}

/** What a webhook is subscribed to. */
function WebhookScope(props: { scope: string; names: ReadonlyMap<string, string> }) {
  const { scope, names } = props;
  if (scope === ALL_FEEDS) return <>All feeds</>;
  const name = names.get(scope);
  if (name === undefined) return <span class="muted">Deleted: no more events</span>;
  return <a href={`${scope.startsWith('_') ? 'bundles' : 'feeds'}/${scope}`}>{name}</a>;
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

/** Share of the finished deliveries that arrived: `98.2 % of 412`. Rounded down: 100 % means all. */
function SuccessRate({ counts }: { counts: DeliveryCounts | undefined }) {
  const { delivered = 0, failed = 0, pending = 0, held = 0 } = counts ?? {};
  const finished = delivered + failed;
  const share = Math.floor((delivered / finished) * 1000) / 10;
  return (
    <span class="rate">
      {finished === 0 ? 'None' : `${share} % of ${finished.toLocaleString('en')}`}
      {pending + held > 0 && (
        <span class="meta"> · {(pending + held).toLocaleString('en')} waiting</span>
      )}
    </span>
  );
}

const FILTERS = editorOf(FEED_FIELDS, ['filters']);

/** @param isNew the address of a chat tells the format of a new webhook */
function inputsOf(scopes: Input['options'], isNew: boolean): Input[] {
  const formats = WEBHOOK_FORMATS.map((name) => [name, FORMATS[name].label] as const);
  return [
    {
      name: 'url',
      label: 'Address',
      hint: 'Where events are sent by POST. The address of a chat is a secret, and is not shown again.',
      autocomplete: 'url',
      required: true,
      maxLength: LENGTHS.url,
    },
    {
      name: 'name',
      label: 'Name',
      hint: 'For lists, such as the channel. Without one, the address is shown.',
      maxLength: MAX_WEBHOOK_NAME_LENGTH,
    },
    {
      name: 'format',
      label: 'Format',
      hint: `Signed events for programs, messages for chats. Addresses of ${recognisedServices()} are recognised.`,
      options: isNew ? [['', 'By the address'], ...formats] : formats,
    },
    {
      name: 'template',
      label: 'Template of the JSON',
      hint: (
        <>
          Mustache, only for the format “{FORMATS.template.label}”. For example:{' '}
          <code>{TEMPLATE_EXAMPLE}</code>
        </>
      ),
      as: 'lines',
      rows: 5,
      maxLength: MAX_TEMPLATE_LENGTH,
      inside: 'Template',
    },
    {
      name: 'scope',
      label: 'Subscribe to',
      hint: 'For a feed or bundle that is not in this list, begin on its own page.',
      options: scopes ?? [],
    },
    {
      name: 'only',
      label: 'Events',
      options: [
        ['', 'New and changed items'],
        ['new', 'New items only'],
        ['changed', 'Changed items only'],
      ],
    },
    ...FILTERS.inputs.map((input) => ({ ...input, inside: 'Filter items' })),
  ];
}

const TEMPLATE_EXAMPLE =
  '{"text": "{{headline}}", "links": [{{#items}}"{{url}}"{{^last}},{{/last}}{{/items}}]}';

interface WebhookFormProps {
  action: string;
  title: string;
  submit: string;
  values: Texts;
  scopes: Input['options'];
}

function WebhookForm({ scopes, ...props }: WebhookFormProps) {
  return (
    <FormCard
      {...props}
      inputs={inputsOf(scopes, !props.values.format)}
      read={(message) =>
        message.includes('needs a "template"')
          ? { template: 'Enter a template.' }
          : fieldProblems(message)
      }
    />
  );
}

/** What a form asks for. */
function bodyOf(form: Form) {
  const text = (name: string) => form.text(name) || undefined;
  const format = text('format');
  return {
    url: form.text('url'),
    name: form.text('name'),
    format,
    template: format === 'template' ? text('template') : undefined,
    scope: text('scope'),
    filters: { include: [], exclude: [], ...(FILTERS.changes(form).filters as object) },
    only: text('only') ?? null,
  };
}

const SOME = { limit: PAGE.maxLimit, offset: 0 };

/**
 * The choices for a scope: everything, the newest bundles and feeds, and the current one, which may
 * be neither.
 */
async function scopeOptions(visit: Visit, chosen: string) {
  const { db, account } = visit;
  const bundles = await visit.call('listBundles', { query: SOME });
  const { feeds } = await findFeeds(db, account, { search: '', health: null }, SOME);
  const options = new Map<string, string>([
    [ALL_FEEDS, 'All feeds'],
    ...bundles.map(({ id, name }) => [id, `Bundle: ${name}`] as const),
    ...feeds.map(({ id, title }) => [id, `Feed: ${title}`] as const),
  ]);
  if (chosen !== '' && !options.has(chosen)) {
    const name = (await namesOf(db, account, [chosen])).get(chosen);
    options.set(chosen, name ?? `Deleted: ${chosen}`);
  }
  return [...options];
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
      // Not a redirect: the secret is only in this response.
      return { ...secretPage('Webhook added', id, secret), status: 201 };
    },
  },
};

/** A secret that is shown only once. */
function secretPage(title: string, id: string, secret: string): Shown {
  return {
    title,
    content: (
      <>
        <Notice tone="good">
          <p>
            <strong>Copy the secret now.</strong> It is not shown again. Your receiver checks the
            signature of every event with it.
          </p>
          <Copyable label="Webhook secret" value={secret} />
        </Notice>
        <p>
          <a class="button primary" href={`webhooks/${id}`}>
            Go to the webhook
          </a>
        </p>
      </>
    ),
  };
}

const SHOWN_DELIVERIES = 10;

/** `/dashboard/webhooks/:id`: the state of a webhook, its deliveries and settings. */
export const WEBHOOK: Screen = {
  async show(visit) {
    const { webhooks, now } = visit;
    const id = visit.param('id');
    const webhook = await webhooks.get(id);
    const page = { webhookId: id, limit: SHOWN_DELIVERIES, offset: 0 };
    const deliveries = await webhooks.deliveries(page);
    const ids = [webhook.scope, ...deliveries.map(({ feed_id }) => feed_id)];
    const names = await namesOf(visit.db, visit.account, ids);
    const day = (await webhooks.counts(now - DAY_MS)).get(id);
    const at = `webhooks/${id}`;
    const scope = visit.refused?.form.text('scope') || webhook.scope;
    return {
      title: webhook.name || 'Webhook',
      sub: `${FORMATS[webhook.format].label} · ${webhook.url}`,
      actions: (
        <>
          {webhook.enabled ? (
            <ActionButton action={`${at}/off`} label="Switch off" />
          ) : (
            <ActionButton action={`${at}/on`} label="Switch on" />
          )}
          <ActionButton action={`${at}/test`} label="Send a test" tone="primary" />
        </>
      ),
      facts: [
        ['State', <WebhookState {...webhook} />],
        ['Subscribed to', <WebhookScope scope={webhook.scope} names={names} />],
        ['Delivered in 24 h', <SuccessRate counts={day} />],
        ['Last success', <Time at={webhook.last_success_at} />],
        ['Added', <Time at={webhook.created_at} />],
      ],
      content: (
        <>
          {deliveries.length === 0 ? (
            <Empty title="Nothing sent yet">
              Events are sent when a feed has something new. Send a test to see whether they arrive.
            </Empty>
          ) : (
            <>
              <Arrivals now={now} slots={await webhooks.slots(id, slotsUntil(now))} />
              <section id="deliveries" class="stack" data-live={secondsToWait(deliveries, now)}>
                <h2>Latest deliveries</h2>
                <DeliveryList rows={deliveries} names={names} />
              </section>
              <p>
                <a href={`deliveries?webhook=${id}`}>All deliveries to this webhook</a>
              </p>
            </>
          )}
          <div class="columns">
            <WebhookForm
              action={at}
              title="Settings"
              submit="Save"
              values={textsOf(webhook)}
              scopes={await scopeOptions(visit, scope)}
            />
            <div class="stack">
              <FormCard
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
              {webhook.format === 'standard' && <NewSecret at={at} />}
              <Card
                title="Delete this webhook"
                text="Its deliveries are deleted, too, including those that are waiting."
              >
                <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
                  This cannot be undone.
                </Confirm>
              </Card>
            </div>
          </div>
        </>
      ),
    };
  },
  actions: {
    'webhooks/:id': does('updateWebhook', 'webhook-saved', {
      of: (form) => ({ body: bodyOf(form) }),
    }),
    async 'webhooks/:id/test'(visit) {
      const { id, status } = await visit.call('testWebhook');
      const done = status === 'delivered' ? 'test-delivered' : 'test-failed';
      return { to: `deliveries/${id}`, done };
    },
    'webhooks/:id/on': switchTo(true),
    'webhooks/:id/off': switchTo(false),
    'webhooks/:id/resend': does('resendDeliveries', 'webhook-resent', {
      of: (form) => ({ body: { since: form.text('since') } }),
    }),
    async 'webhooks/:id/rotate'(visit) {
      const { id, secret } = await visit.call('rotateWebhookSecret');
      const sub = 'The old secret is valid for another 24 hours.';
      return { ...secretPage('New secret', id, secret), sub };
    },
    'webhooks/:id/delete': does('deleteWebhook', 'webhook-deleted', { to: 'webhooks' }),
  },
};

function switchTo(enabled: boolean): Act {
  const done = enabled ? 'webhook-on' : 'webhook-off';
  return does('updateWebhook', done, { of: () => ({ body: { enabled } }) });
}

function NewSecret({ at }: { at: string }) {
  return (
    <Card
      title="New secret"
      text="For a day, events are signed with the new secret and the old one, so that nothing is lost while your receiver changes over."
    >
      <Confirm action={`${at}/rotate`} ask="Make a new secret…" label="Make a new secret">
        It is shown once. The old secret stops working in 24 hours.
      </Confirm>
    </Card>
  );
}

function textsOf({ url, name, format, template, scope, filters, only }: Webhook): Texts {
  return { url, name, format, scope, template, only: only ?? '', ...FILTERS.texts({ filters }) };
}

const SLOT_MS = 6 * HOUR_MS;
const SLOTS = 28;

/** A week in quarters of days, up to the one that runs. */
function slotsUntil(now: number) {
  return { slotMs: SLOT_MS, first: Math.floor(now / SLOT_MS) - SLOTS + 1, count: SLOTS };
}

/** What arrived at a webhook in a week, and what did not. */
function Arrivals({ slots, now }: { slots: Record<keyof DeliveryCounts, number[]>; now: number }) {
  const [delivered, failed] = [sum(slots.delivered), sum(slots.failed)];
  const { first } = slotsUntil(now);
  return (
    <BarChart
      title="Arrivals"
      summary={`${counted(delivered, 'delivery', 'deliveries')} arrived in 7 days, ${failed.toLocaleString('en')} failed`}
      series={[
        { name: 'delivered', colour: 'c2', values: slots.delivered },
        {
          name: 'waiting',
          colour: 'c-none',
          values: slots.pending.map((n, i) => n + (slots.held[i] ?? 0)),
        },
        { name: 'failed', colour: 'c-bad', values: slots.failed },
      ]}
      slotName={(at) =>
        `${new Date((first + at) * SLOT_MS).toISOString().slice(0, 13).replace('T', ' ')}:00 UTC`
      }
    />
  );
}
