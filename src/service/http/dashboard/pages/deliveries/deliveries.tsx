import { ServiceError } from '../../../../core/errors.js';
import { namesOf } from '../../../../dashboard/names.js';
import { address } from '../../frame/address.js';
import { Choices, Listing, Pager } from '../../kit/list.js';
import type { Screen } from '../../kit/screen.js';
import { deliveryColumns, feedOf } from '../../views/delivery-parts.js';
import { Button, Form } from '../../views/form.js';
import { Empty, Heading, RefusedNotice } from '../../views/pieces.js';
import { nameOfWebhook } from '../../views/webhook-parts.js';
import {
  type DeliveryQuery,
  deliveryAddress,
  isNarrowed,
  RANGES,
  readDeliveryQuery,
  STATUSES,
  selectionOf,
} from './delivery-query.js';

const ON_A_PAGE = 50;

/** `/dashboard/deliveries`: the deliveries of all webhooks, searched and filtered, and replays. */
export const DELIVERIES: Screen = {
  section: 'deliveries',
  async show(visit) {
    const { db, account, now, page: number, refused } = visit;
    const given = refused?.form.text('query') ?? new URL(visit.context.req.url).search;
    const query = readDeliveryQuery(new URLSearchParams(given));
    const operations = await visit.webhooks;
    const found = await operations.deliveries({
      ...(await selectionOf(db, account, query, now)),
      limit: ON_A_PAGE + 1,
      offset: (number - 1) * ON_A_PAGE,
    });
    const rows = found.slice(0, ON_A_PAGE);
    const names = await namesOf(
      db,
      account,
      rows.map(({ feed_id }) => feed_id),
    );
    const receivers = new Map(
      (await operations.list()).map((webhook) => [webhook.id, nameOfWebhook(webhook)]),
    );
    return {
      title: 'Deliveries',
      content: (
        <>
          <Heading title="Deliveries" sub="What was sent to your webhooks in the last 30 days." />
          <RefusedNotice refused={refused} />
          {(receivers.size > 0 || isNarrowed(query)) && (
            <DeliveryChoices query={query} receivers={receivers} />
          )}
          {rows.length === 0 ? (
            <Nothing query={query} hasWebhooks={receivers.size > 0} />
          ) : (
            <Form action="deliveries/replay" class="stack">
              <input
                type="hidden"
                name="query"
                value={new URLSearchParams(deliveryAddress(query)).toString()}
              />
              <Listing
                caption="Deliveries"
                rows={rows}
                columns={deliveryColumns(names, now, receivers)}
                select={{
                  name: 'delivery',
                  of: (delivery) => [delivery.id, `the delivery of ${feedOf(delivery, names)}`],
                }}
              />
              <section class="selection" aria-label="With the selected deliveries">
                <Button tone="quiet" small>
                  Replay the selected
                </Button>
                <span class="muted" data-selected />
              </section>
            </Form>
          )}
          <Pager
            path="deliveries"
            query={deliveryAddress(query)}
            page={{ number, hasNext: found.length > ON_A_PAGE }}
          />
        </>
      ),
    };
  },
  actions: {
    async 'deliveries/replay'(visit, form) {
      const query = readDeliveryQuery(new URLSearchParams(form.text('query')));
      const ids = form.all('delivery').slice(0, ON_A_PAGE);
      if (ids.length === 0) {
        throw new ServiceError('INVALID_FIELD', 'No delivery is selected. Tick deliveries first.');
      }
      const { replayed, problems } = await (await visit.webhooks).replayAll(ids);
      if (replayed > 0) visit.http.webhooks.eventsPublished();
      if (problems.length > 0) {
        const told = `${replayed} of ${ids.length} replayed. ${problems.join(' ')}`;
        throw new ServiceError('INVALID_FIELD', told);
      }
      return { to: address('deliveries', deliveryAddress(query)), done: 'replayed-all' };
    },
  },
};

function DeliveryChoices(props: { query: DeliveryQuery; receivers: ReadonlyMap<string, string> }) {
  const { search, webhook = '', status = '', range = '', from = '', to = '' } = props.query;
  return (
    <Choices
      action="deliveries"
      search={{ label: 'Feed, or id of an event', value: search }}
      choices={[
        {
          name: 'status',
          label: 'State',
          value: status,
          options: STATUSES.map(([value = '', label]) => [value, label]),
        },
        {
          name: 'webhook',
          label: 'Webhook',
          value: webhook,
          options: [['', 'All webhooks'], ...props.receivers],
        },
      ]}
      more={[
        {
          name: 'range',
          label: 'Time',
          value: range,
          options: [['', 'Any time'], ...RANGES.map(([name, , label]) => [name, label] as const)],
        },
        { name: 'from', label: 'From day (UTC)', value: from, as: 'date' },
        { name: 'to', label: 'To day (UTC)', value: to, as: 'date' },
      ]}
      isMoreOpen={[range, from, to].some(Boolean)}
    />
  );
}

function Nothing({ query, hasWebhooks }: { query: DeliveryQuery; hasWebhooks: boolean }) {
  if (isNarrowed(query)) {
    return (
      <Empty title="None">
        No delivery is like this. <a href="deliveries">Show all deliveries</a>
      </Empty>
    );
  }
  return hasWebhooks ? (
    <Empty title="Nothing sent yet">
      Events are sent when a feed has something new. To see one now, open a{' '}
      <a href="webhooks">webhook</a> and send a test.
    </Empty>
  ) : (
    <Empty title="Nothing sent yet">
      Events go to webhooks, and there are none. <a href="webhooks/new">Add a webhook</a>
    </Empty>
  );
}
