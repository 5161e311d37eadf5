import type { Delivery } from '../../../../../contract/index.js';
import { namesOf } from '../../../../dashboard/names.js';
import type { HttpDeps } from '../../../http-deps.js';
import { readForm } from '../../frame/read-form.js';
import type { PageApp, PageContext } from '../../frame/requests.js';
import { seeOther } from '../../frame/responses.js';
import { address } from '../../views/bundle-frame.js';
import { DeliveryTable } from '../../views/deliveries.js';
import { Button, Form } from '../../views/form.js';
import { page } from '../../views/layout.js';
import { Empty, Heading, Notice } from '../../views/pieces.js';
import { type PageOf, Pager, pageNumber } from '../../views/table.js';
import { nameOfWebhook } from '../../views/webhook-form.js';
import { DeliveryFilters } from './delivery-filters.js';
import {
  type DeliveryQuery,
  deliveryAddress,
  isNarrowed,
  readDeliveryQuery,
  STATUSES,
  selectionOf,
} from './delivery-query.js';

const DELIVERIES_PER_PAGE = 50;

/** `/dashboard/deliveries`: the deliveries of all webhooks, searched and filtered, and replays. */
export function deliveryListPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/deliveries', (context) => {
    const given = new URL(context.req.url).searchParams;
    return answer(context, readDeliveryQuery(given), pageNumber(given.get('page') ?? undefined));
  });

  app.post('/dashboard/deliveries/replay', async (context) => {
    const form = await readForm(context);
    const query = readDeliveryQuery(new URLSearchParams(form.text('query')));
    const ids = form.all('delivery').slice(0, DELIVERIES_PER_PAGE);
    if (ids.length === 0) {
      return answer(context, query, 1, ['No delivery is selected. Tick deliveries first.']);
    }
    const operations = await webhooks.of(context.get('session').account);
    const { replayed, problems } = await operations.replayAll(ids);
    if (replayed > 0) webhooks.eventsPublished();
    if (problems.length > 0) {
      return answer(context, query, 1, [`${replayed} of ${ids.length} replayed.`, ...problems]);
    }
    return seeOther(context, address('deliveries', deliveryAddress(query)), 'replayed-all');
  });

  async function answer(
    context: PageContext,
    query: DeliveryQuery,
    number: number,
    problems: readonly string[] = [],
  ) {
    const { account } = context.get('session');
    const { db } = deps.store;
    const now = deps.clock.now();
    const operations = await webhooks.of(account);
    const found = await operations.deliveries({
      ...(await selectionOf(db, account, query, now)),
      limit: DELIVERIES_PER_PAGE + 1,
      offset: (number - 1) * DELIVERIES_PER_PAGE,
    });
    const deliveries = found.slice(0, DELIVERIES_PER_PAGE);
    const feedIds = deliveries.map(({ feed_id }) => feed_id);
    const addresses = new Map(
      (await operations.list()).map((webhook) => [webhook.id, nameOfWebhook(webhook)]),
    );
    return page(
      context,
      {
        title: 'Deliveries',
        section: 'deliveries',
        status: problems.length === 0 ? 200 : 400,
      },
      <Deliveries
        query={query}
        problems={problems}
        deliveries={deliveries}
        pageOf={{ number, hasNext: found.length > DELIVERIES_PER_PAGE }}
        names={await namesOf(db, account, feedIds)}
        addresses={addresses}
        now={now}
      />,
    );
  }
}

interface DeliveriesProps {
  query: DeliveryQuery;
  problems: readonly string[];
  deliveries: Delivery[];
  pageOf: PageOf;
  names: ReadonlyMap<string, string>;
  addresses: ReadonlyMap<string, string>;
  now: number;
}

function Deliveries(props: DeliveriesProps) {
  const { query, problems, deliveries, pageOf, addresses } = props;
  return (
    <>
      <Heading title="Deliveries" sub="What was sent to your webhooks in the last 30 days." />
      {problems.length > 0 && (
        <Notice tone="bad">
          {problems.map((problem) => (
            <p>{problem}</p>
          ))}
        </Notice>
      )}
      <StatusTabs query={query} />
      {(addresses.size > 0 || isNarrowed(query)) && (
        <DeliveryFilters query={query} addresses={addresses} />
      )}
      {deliveries.length === 0 ? (
        <Nothing query={query} hasWebhooks={addresses.size > 0} />
      ) : (
        <Selectable {...props} />
      )}
      <Pager path="deliveries" query={deliveryAddress(query)} page={pageOf} />
    </>
  );
}

function StatusTabs({ query }: { query: DeliveryQuery }) {
  return (
    <nav class="tabs" aria-label="Deliveries by state">
      <ul>
        {STATUSES.map(([status, label]) => (
          <li>
            <a
              href={address('deliveries', deliveryAddress({ ...query, status }))}
              {...(status === query.status ? { 'aria-current': 'page' } : {})}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Selectable({ query, deliveries, names, addresses, now }: DeliveriesProps) {
  return (
    <Form action="deliveries/replay" class="stack">
      <input
        type="hidden"
        name="query"
        value={new URLSearchParams(deliveryAddress(query)).toString()}
      />
      <section class="selection" aria-label="With the selected deliveries">
        <label class="choice" data-script hidden>
          <input type="checkbox" data-select-all="delivery" />
          Select this page
        </label>
        <Button tone="quiet" small>
          Replay the selected
        </Button>
        <span class="muted" data-selected />
      </section>
      <DeliveryTable
        deliveries={deliveries}
        names={names}
        addresses={addresses}
        now={now}
        selectable
      />
    </Form>
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
