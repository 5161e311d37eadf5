import {
  type Delivery,
  type DeliveryAttempt,
  EVENT_TYPES,
  type FeedUpdateEvent,
} from '../../../../contract/index.js';
import { STANDARD_HEADERS } from '../../../../contract/webhook-signature.js';
import { ServiceError } from '../../../core/errors.js';
import { matchingFeeds, namesOf } from '../../../dashboard/find-feeds.js';
import type { DeliverySelection } from '../../../webhooks/deliveries/deliveries.js';
import { ActionButton, Button, Form } from '../kit/form.js';
import { address } from '../kit/http.js';
import { ItemDate } from '../kit/items.js';
import { Choices, Pager, readChoices } from '../kit/list.js';
import { Badge, Card, Empty, Notice, RemoteLink, Some, Time } from '../kit/parts.js';
import type { Screen, Visit } from '../kit/screen.js';
import {
  DeliveryList,
  DeliveryState,
  nameOfWebhook,
  secondsToWait,
  subjectOf,
} from './delivery-parts.js';

const ON_A_PAGE = 50;
const HOUR_MS = 3_600_000;

/** Time ranges of the list: length in milliseconds, and label. */
const RANGES = {
  '1h': [HOUR_MS, 'Last hour'],
  '24h': [24 * HOUR_MS, 'Last 24 hours'],
  '7d': [7 * 24 * HOUR_MS, 'Last 7 days'],
} as const;

const STATUSES = [
  ['', 'Any state'],
  ['delivered', 'Delivered'],
  ['pending', 'Waiting'],
  ['failed', 'Failed'],
  ['held', 'Held'],
] as const;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])$/;

/** What the address of the list may say. */
const KNOWN = {
  q: null,
  webhook: null,
  status: STATUSES.map(([status]) => status),
  range: Object.keys(RANGES),
  from: DAY,
  to: DAY,
};

type Asked = Record<keyof typeof KNOWN, string>;

/** The deliveries that an address asks for. */
async function selectionOf({ db, account, now }: Visit, asked: Asked) {
  const { q, webhook, status, range, from, to } = asked;
  const [length] = RANGES[range as keyof typeof RANGES] ?? [];
  const since = [length && now - length, from && Date.parse(from)].filter((at) => at || at === 0);
  const selection: Omit<DeliverySelection, 'limit' | 'offset'> = {
    webhookId: webhook || undefined,
    status: (status || undefined) as Delivery['status'] | undefined,
    since: since.length === 0 ? undefined : Math.max(...(since as number[])),
    until: to === '' ? undefined : Date.parse(to) + 24 * HOUR_MS,
  };
  if (q === '') return selection;
  if (/^evt_\w+$/.test(q)) return { ...selection, eventId: q };
  const page = { limit: 200, offset: 0 };
  const feedIds = await matchingFeeds(db, account, { search: q, health: null }, page);
  return { ...selection, feedIds };
}

/** `/dashboard/deliveries`: the deliveries of all webhooks, searched and filtered, and replays. */
export const DELIVERIES: Screen = {
  async show(visit) {
    const { webhooks, db, account, page, now, refused } = visit;
    const asked = readChoices(visit.given, KNOWN);
    const selection = { ...(await selectionOf(visit, asked)), ...visit.rows(ON_A_PAGE) };
    const found = await webhooks.deliveries(selection);
    const rows = found.slice(0, ON_A_PAGE);
    const feeds = rows.map(({ feed_id }) => feed_id);
    const names = await namesOf(db, account, feeds);
    const all = await webhooks.list();
    const receivers = new Map(all.map((webhook) => [webhook.id, nameOfWebhook(webhook)]));
    const isNarrowed = Object.entries(asked).some(([name, value]) => value && name !== 'webhook');
    return {
      title: 'Deliveries',
      sub: 'What was sent to your webhooks in the last 30 days.',
      content: (
        <>
          <Notice tone="bad" text={refused?.message} />
          {(all.length > 0 || isNarrowed) && (
            <Choices
              action="deliveries"
              values={asked}
              search="Feed, or id of an event"
              inputs={[
                { name: 'status', label: 'State', options: STATUSES },
                {
                  name: 'webhook',
                  label: 'Webhook',
                  options: [['', 'All webhooks'], ...receivers],
                },
              ]}
              more={[
                {
                  name: 'range',
                  label: 'Time',
                  options: [
                    ['', 'Any time'],
                    ...Object.entries(RANGES).map(([name, [, label]]) => [name, label] as const),
                  ],
                },
                { name: 'from', label: 'From day (UTC)', as: 'date' },
                { name: 'to', label: 'To day (UTC)', as: 'date' },
              ]}
            />
          )}
          {rows.length === 0 ? (
            <Nothing isNarrowed={isNarrowed} hasWebhooks={all.length > 0} />
          ) : (
            <Form action="deliveries/replay" class="stack">
              <input type="hidden" name="query" value={address('', asked)} />
              <div id="deliveries" data-live={secondsToWait(rows, now)}>
                <DeliveryList rows={rows} names={names} receivers={receivers} />
              </div>
              <section class="selection" aria-label="With the selected deliveries">
                <Button tone="quiet" small>
                  Replay the selected
                </Button>
                <span class="muted" data-selected />
              </section>
            </Form>
          )}
          <Pager path="deliveries" query={asked} page={page} hasNext={found.length > ON_A_PAGE} />
        </>
      ),
    };
  },
  actions: {
    async 'deliveries/replay'(visit, form) {
      const asked = readChoices(new URLSearchParams(form.text('query')), KNOWN);
      const ids = form.all('delivery').slice(0, ON_A_PAGE);
      if (ids.length === 0) {
        throw new ServiceError('INVALID_FIELD', 'No delivery is selected. Tick deliveries first.');
      }
      const { replayed, problems } = await visit.webhooks.replayAll(ids);
      if (replayed > 0) visit.site.webhooks.eventsPublished();
      if (problems.length > 0) {
        const told = `${replayed} of ${ids.length} replayed. ${problems.join(' ')}`;
        throw new ServiceError('INVALID_FIELD', told);
      }
      return { to: address('deliveries', asked), done: 'replayed-all' };
    },
  },
};

function Nothing({ isNarrowed, hasWebhooks }: { isNarrowed: boolean; hasWebhooks: boolean }) {
  if (isNarrowed) {
    return (
      <Empty title="None">
        No delivery is like this. <a href="deliveries">Show all deliveries</a>
      </Empty>
    );
  }
  return (
    <Empty title="Nothing sent yet">
      {hasWebhooks ? (
        <>
          Events are sent when a feed has something new. To see one now, open a{' '}
          <a href="webhooks">webhook</a> and send a test.
        </>
      ) : (
        <>
          Events go to webhooks, and there are none. <a href="webhooks/new">Add a webhook</a>
        </>
      )}
    </Empty>
  );
}

/** `/dashboard/deliveries/:id`: all attempts with request and response, and sending it again. */
export const DELIVERY: Screen = {
  async show(visit) {
    const { webhooks, now } = visit;
    const delivery = await webhooks.delivery(visit.param('id'));
    const webhook = await webhooks.get(delivery.webhook_id);
    const names = await namesOf(visit.db, visit.account, [delivery.feed_id]);
    const signatures = await webhooks.signatures(delivery);
    const subject = subjectOf(delivery, names);
    const path = `webhooks/${webhook.id}`;
    return {
      title: 'Delivery',
      sub: <code>{delivery.event_id}</code>,
      live: secondsToWait([delivery], now),
      actions: webhook.enabled && (
        <ActionButton action={`deliveries/${delivery.id}/replay`} label="Replay" tone="primary" />
      ),
      facts: [
        ['State', <DeliveryState delivery={delivery} />],
        ['Webhook', <a href={path}>{nameOfWebhook(webhook)}</a>],
        [
          'About',
          names.has(delivery.feed_id) ? (
            <a href={`feeds/${delivery.feed_id}`}>{subject}</a>
          ) : (
            subject
          ),
        ],
        ['Announced', <Time at={delivery.created_at} />],
      ],
      content: (
        <>
          {!webhook.enabled && (
            <p class="muted">
              To send this again, first switch the <a href={path}>webhook</a> on.
            </p>
          )}
          <h2>Attempts</h2>
          {delivery.log.length === 0 && (
            <Empty title="None yet">
              The first attempt is made as soon as there is a free moment.
            </Empty>
          )}
          {delivery.log.toReversed().map((attempt, index) => (
            <Attempt
              attempt={attempt}
              signature={signatures.get(attempt.number)}
              event={delivery.event}
              isLatest={index === 0}
            />
          ))}
          <Card title="Event">
            <EventView event={delivery.event} />
            <details>
              <summary>As JSON</summary>
              <Excerpt text={JSON.stringify(delivery.event, null, 2)} label="The event as JSON" />
            </details>
          </Card>
        </>
      ),
    };
  },
  actions: {
    async 'deliveries/:id/replay'(visit) {
      const { id } = await visit.call('replayDelivery');
      return { to: `deliveries/${id}`, done: 'replayed' };
    },
  },
};

interface AttemptProps {
  attempt: DeliveryAttempt;
  /** Undefined when it cannot be known any more. */
  signature: string | undefined;
  event: unknown;
  isLatest: boolean;
}

function Attempt({ attempt, signature, event, isLatest }: AttemptProps) {
  const { number, at, status, error, duration_ms, request, response } = attempt;
  return (
    <section class="card">
      <h3>
        Attempt {number}{' '}
        <Badge tone={error === null ? 'good' : 'bad'}>
          {status === null ? 'No answer' : `Answer ${status}`}
        </Badge>{' '}
        <span class="count">
          in <span class="nowrap">{duration_ms} ms</span>, <Time at={at} />
        </span>
      </h3>
      {error && <p>{error}</p>}
      <details open={isLatest}>
        <summary>What was sent, and the answer</summary>
        <div class="columns spaced">
          <div class="stack">
            <h3>Request</h3>
            <Excerpt
              text={readable(signed(request, signature), event)}
              label={`Request of attempt ${number}`}
            />
          </div>
          <div class="stack">
            <h3>Answer</h3>
            <Excerpt
              text={readable(response || '(empty)')}
              label={`Response of attempt ${number}`}
            />
          </div>
        </div>
      </details>
    </section>
  );
}

/** The request with its signature among the headers. */
function signed(request: string, signature: string | undefined): string {
  if (signature === undefined) return request;
  return request.replace('\n\n', () => `\n${STANDARD_HEADERS.signature}: ${signature}\n\n`);
}

/**
 * A message with its JSON in lines. @param event whose JSON the message may hold the beginning of
 */
function readable(message: string, event?: unknown): string {
  const [, head = '', body = ''] = /^(.*?\n\n)(.*)$/s.exec(message) ?? [];
  const isEvent = event !== undefined && JSON.stringify(event).startsWith(body.slice(0, -1));
  try {
    return head + JSON.stringify(isEvent ? event : JSON.parse(body), null, 2);
  } catch {
    return message;
  }
}

/** Limit of characters of a text on the page. */
const SHOWN = 20_000;

/** Focusable, so that it can be scrolled with the keyboard. */
function Excerpt({ text, label }: { text: string; label: string }) {
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
  return (
    <section class="excerpt spaced" tabindex={0} aria-label={label}>
      <pre>{shown}</pre>
    </section>
  );
}

/** Items that the page shows of each list. */
const SHOWN_ITEMS = 50;

/** What an event tells, for people; nothing when it has another form. */
function EventView({ event }: { event: unknown }) {
  const read = EVENT_TYPES.feed_update.schema.safeParse(event);
  if (!read.success) return null;
  const { feed, data } = read.data as FeedUpdateEvent;
  const lists = [
    ['New items', data.items_new],
    ['Changed items', data.items_changed],
  ] as const;
  return (
    <>
      <p>
        <strong dir="auto">{feed.title || 'Untitled feed'}</strong>{' '}
        <RemoteLink href={feed.source_url} />
      </p>
      {lists.map(
        ([title, items]) =>
          items.length > 0 && (
            <>
              <h3>
                {title} <span class="count">{items.length}</span>
              </h3>
              <Some rows={items} most={SHOWN_ITEMS}>
                {(item) => (
                  <>
                    <RemoteLink href={item.url}>{item.title || item.url || 'Untitled'}</RemoteLink>{' '}
                    <span class="meta">{item.date_published && <ItemDate item={item} />}</span>
                  </>
                )}
              </Some>
            </>
          ),
      )}
    </>
  );
}
