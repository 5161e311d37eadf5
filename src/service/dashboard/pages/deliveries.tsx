import type { Delivery } from '../../../contract/index.js';
import { HOUR } from '../../core/durations.js';
import { ServiceError } from '../../core/errors.js';
import { type DeliverySelection, listDeliveries } from '../../webhooks/deliveries/deliveries.js';
import { replayDeliveries } from '../../webhooks/deliveries/replay.js';
import { Button, Form } from '../kit/form.js';
import { dashboardAddress } from '../kit/http.js';
import { Choices, Pager, readChoices } from '../kit/list.js';
import { Empty, Notice } from '../kit/parts.js';
import type { Screen, Visit } from '../kit/screen.js';
import { endOfDay, startOfDay } from '../kit/zone.js';
import { feedNames, matchingFeeds } from '../use-cases/find-feeds.js';
import { DeliveryList, nameOfWebhook, secondsToWait } from './delivery-parts.js';

const ON_A_PAGE = 50;

/** Time ranges of the list: length in milliseconds, and label. */
const RANGES = {
  '1h': [HOUR, 'Last hour'],
  '24h': [24 * HOUR, 'Last 24 hours'],
  '7d': [7 * 24 * HOUR, 'Last 7 days'],
} as const;

const STATUSES = [
  ['', 'Any state'],
  ['delivered', 'Delivered'],
  ['pending', 'Waiting'],
  ['failed', 'Failed'],
  ['held', 'Paused'],
] as const;

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])$/;

/** What the address of the list may say. */
const KNOWN = {
  q: null,
  webhook: null,
  status: STATUSES.map(([status]) => status),
  range: Object.keys(RANGES),
  from: DATE,
  to: DATE,
};

type Asked = Record<keyof typeof KNOWN, string>;

/** The deliveries that an address asks for. */
async function shownDeliveries({ deps, account, now, timeZone }: Visit, asked: Asked) {
  const { q, webhook, status, range, from, to } = asked;
  const [length] = RANGES[range as keyof typeof RANGES] ?? [];
  const since = [length && now - length, from && startOfDay(timeZone, from)].filter(
    (at) => at || at === 0,
  );
  const selection: Omit<DeliverySelection, 'limit' | 'offset'> = {
    webhookId: webhook || undefined,
    status: (status || undefined) as Delivery['status'] | undefined,
    since: since.length === 0 ? undefined : Math.max(...(since as number[])),
    until: to === '' ? undefined : endOfDay(timeZone, to),
  };
  if (q === '') return selection;
  if (/^evt_\w+$/.test(q)) return { ...selection, eventId: q };
  const page = { limit: 200, offset: 0 };
  const feedIds = await matchingFeeds(deps.store, account, { search: q }, page);
  return { ...selection, feedIds };
}

/** `/dashboard/deliveries`: the deliveries of all webhooks, searched and filtered, and replays. */
export const DELIVERIES: Screen = {
  async show(visit) {
    const { webhooks, deps, db, account, page, now, timeZone, refused } = visit;
    const asked = readChoices(visit.given, KNOWN);
    const selection = { ...(await shownDeliveries(visit, asked)), ...visit.rows(ON_A_PAGE) };
    const found = await listDeliveries(deps, account, selection);
    const rows = found.slice(0, ON_A_PAGE);
    const feeds = rows.map(({ feed_id }) => feed_id);
    const names = await feedNames(db, account, feeds);
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
                { name: 'from', label: `From day (${timeZone})`, as: 'date' },
                { name: 'to', label: `To day (${timeZone})`, as: 'date' },
              ]}
            />
          )}
          {rows.length === 0 ? (
            <Nothing isNarrowed={isNarrowed} hasWebhooks={all.length > 0} />
          ) : (
            <Form action="deliveries/replay" class="stack">
              <input type="hidden" name="query" value={dashboardAddress('', asked)} />
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
      const { replayed, problems } = await replayDeliveries(visit.deps, visit.account, ids);
      if (replayed > 0) visit.site.webhooks.eventsPublished();
      if (problems.length > 0) {
        const told = `${replayed} of ${ids.length} replayed. ${problems.join(' ')}`;
        throw new ServiceError('INVALID_FIELD', told);
      }
      return { to: dashboardAddress('deliveries', asked), done: 'replayed-all' };
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
