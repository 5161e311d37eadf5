import type { Delivery } from '../../../../contract/index.js';
import { Badge, Time } from './pieces.js';
import { Table } from './table.js';

const STATES = {
  delivered: ['good', 'Delivered'],
  pending: ['warn', 'Waiting'],
  failed: ['bad', 'Failed'],
  held: ['plain', 'Held'],
} as const;

/** The status of a delivery. */
export function DeliveryState({ delivery, now }: { delivery: Delivery; now: number }) {
  const { status, attempts, last_error, next_attempt_at } = delivery;
  const [tone, word] = STATES[status];
  const isRetry = status === 'pending' && attempts > 0;
  return (
    <div>
      <Badge tone={tone}>{isRetry ? 'Trying again' : word}</Badge>
      {status !== 'delivered' && last_error && <span class="why">{last_error}</span>}
      {isRetry && next_attempt_at && (
        <span class="why">
          Next attempt <Time at={Date.parse(next_attempt_at)} now={now} />
        </span>
      )}
    </div>
  );
}

/** The subject of a delivery: the name of its feed. */
export function feedOf(delivery: Delivery, names: ReadonlyMap<string, string>): string {
  return delivery.test ? 'Test event' : (names.get(delivery.feed_id) ?? 'Deleted feed');
}

export function DeliveryTable(props: {
  deliveries: readonly Delivery[];
  names: ReadonlyMap<string, string>;
  /** Addresses of the webhooks by id; omitted when there is only one. */
  addresses?: ReadonlyMap<string, string>;
  now: number;
  /** With checkboxes named `delivery`. */
  selectable?: boolean;
}) {
  const { deliveries, names, addresses, now, selectable = false } = props;
  return (
    <div class="table-card">
      <Table
        caption="Deliveries"
        columns={['Event', 'State', 'Answer', 'Took', 'Attempts', 'When']}
        rows={deliveries.map((delivery) => [
          <div class="pick">
            {selectable && (
              <input
                type="checkbox"
                name="delivery"
                value={delivery.id}
                aria-label={`Select the delivery ${delivery.id}`}
              />
            )}
            <div class="who">
              <div>
                <a href={`deliveries/${delivery.id}`} dir="auto">
                  {feedOf(delivery, names)}
                </a>
                <div class="meta">
                  {addresses === undefined
                    ? delivery.event_id
                    : `to ${addresses.get(delivery.webhook_id) ?? 'a deleted webhook'}`}
                </div>
              </div>
            </div>
          </div>,
          <DeliveryState delivery={delivery} now={now} />,
          delivery.last_status ?? (delivery.attempts === 0 ? '' : 'None'),
          delivery.last_duration_ms === null ? (
            ''
          ) : (
            <span class="nowrap">{delivery.last_duration_ms} ms</span>
          ),
          <span class="count">{delivery.attempts}</span>,
          <Time at={Date.parse(delivery.created_at)} now={now} />,
        ])}
      />
    </div>
  );
}
