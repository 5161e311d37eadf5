import { namesOf } from '../../../../dashboard/names.js';
import type { Delivery } from '../../../../webhooks/deliveries/delivery.js';
import type { HttpDeps } from '../../../http-deps.js';
import type { PageApp } from '../../frame/requests.js';
import { address } from '../../views/bundle-frame.js';
import { DeliveryTable } from '../../views/deliveries.js';
import { page } from '../../views/layout.js';
import { Empty, Heading } from '../../views/pieces.js';
import { type PageOf, Pager, pageNumber } from '../../views/table.js';

const DELIVERIES_PER_PAGE = 50;

interface Query {
  webhook: string | undefined;
  status: Delivery['status'] | undefined;
}

/** `/dashboard/deliveries`: the deliveries of all webhooks, or of one. */
export function deliveryListPage(app: PageApp, { deps, webhooks }: HttpDeps): void {
  app.get('/dashboard/deliveries', async (context) => {
    const { account } = context.get('session');
    const query: Query = {
      webhook: context.req.query('webhook'),
      status: statusOf(context.req.query('status')),
    };
    const number = pageNumber(context.req.query('page'));
    const operations = await webhooks.of(account);
    const found = await operations.deliveries({
      webhookId: query.webhook,
      status: query.status,
      limit: DELIVERIES_PER_PAGE + 1,
      offset: (number - 1) * DELIVERIES_PER_PAGE,
    });
    const deliveries = found.slice(0, DELIVERIES_PER_PAGE);
    const feedIds = deliveries.map(({ feed_id }) => feed_id);
    const addresses = new Map((await operations.list()).map(({ id, url }) => [id, url]));
    return page(
      context,
      { title: 'Deliveries', section: 'deliveries' },
      <Deliveries
        query={query}
        deliveries={deliveries}
        pageOf={{ number, hasNext: found.length > DELIVERIES_PER_PAGE }}
        names={await namesOf(deps.store.db, account, feedIds)}
        addresses={addresses}
        now={deps.clock.now()}
      />,
    );
  });
}

const STATUSES = [
  [undefined, 'All'],
  ['delivered', 'Delivered'],
  ['pending', 'Waiting'],
  ['failed', 'Failed'],
  ['held', 'Held'],
] as const;

function statusOf(asked: string | undefined): Query['status'] {
  return STATUSES.find(([status]) => status === asked)?.[0];
}

interface DeliveriesProps {
  query: Query;
  deliveries: Delivery[];
  pageOf: PageOf;
  names: ReadonlyMap<string, string>;
  addresses: ReadonlyMap<string, string>;
  now: number;
}

function Deliveries({ query, deliveries, pageOf, names, addresses, now }: DeliveriesProps) {
  const to = query.webhook === undefined ? undefined : addresses.get(query.webhook);
  return (
    <>
      <Heading
        title="Deliveries"
        sub={
          to === undefined ? (
            'What was sent to your webhooks in the last 30 days.'
          ) : (
            <>
              To <a href={`webhooks/${query.webhook}`}>{to}</a>.{' '}
              <a href="deliveries">Show those to all webhooks</a>
            </>
          )
        }
      />
      <nav class="tabs" aria-label="Deliveries by state">
        <ul>
          {STATUSES.map(([status, label]) => (
            <li>
              <a
                href={address('deliveries', addressed({ ...query, status }))}
                {...(status === query.status ? { 'aria-current': 'page' } : {})}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {deliveries.length === 0 ? (
        <Nothing query={query} hasWebhooks={addresses.size > 0} />
      ) : (
        <DeliveryTable deliveries={deliveries} names={names} addresses={addresses} now={now} />
      )}
      <Pager path="deliveries" query={addressed(query)} page={pageOf} />
    </>
  );
}

function Nothing({ query, hasWebhooks }: { query: Query; hasWebhooks: boolean }) {
  if (query.status !== undefined) {
    return <Empty title="None">No delivery is in this state.</Empty>;
  }
  return hasWebhooks ? (
    <Empty title="Nothing sent yet">
      Events are sent when a feed has something new. To see one now, open a{' '}
      <a href="webhooks">webhook</a> and send a test.
    </Empty>
  ) : (
    <Empty title="Nothing sent yet">
      There is nowhere to send events to. <a href="webhooks/new">Add a webhook</a>
    </Empty>
  );
}

function addressed({ webhook, status }: Query): Record<string, string> {
  return {
    ...(webhook === undefined ? {} : { webhook }),
    ...(status === undefined ? {} : { status }),
  };
}
