import type { Delivery } from '../../../../contract/index.js';
import type { Column } from '../kit/list.js';
import { Dot, Time } from './pieces.js';

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
      <Dot tone={tone}>{isRetry ? 'Trying again' : word}</Dot>
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

/**
 * @param names of the feeds, by id
 * @param receivers names of the webhooks by id; omitted when there is only one
 */
export function deliveryColumns(
  names: ReadonlyMap<string, string>,
  now: number,
  receivers?: ReadonlyMap<string, string>,
): Column<Delivery>[] {
  return [
    {
      name: 'Event',
      cell: (delivery) => (
        <div class="who">
          <div>
            <a href={`deliveries/${delivery.id}`} dir="auto">
              {feedOf(delivery, names)}
            </a>
            <div class="meta">
              {receivers === undefined
                ? delivery.event_id
                : `to ${receivers.get(delivery.webhook_id) ?? 'a deleted webhook'}`}
            </div>
          </div>
        </div>
      ),
    },
    { name: 'State', cell: (delivery) => <DeliveryState delivery={delivery} now={now} /> },
    {
      name: 'Answer',
      isNumber: true,
      cell: ({ last_status, attempts }) => last_status ?? (attempts === 0 ? '' : 'None'),
    },
    {
      name: 'Took',
      isNumber: true,
      cell: ({ last_duration_ms: ms }) => (ms === null ? '' : `${ms} ms`),
    },
    { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
    {
      name: 'When',
      isNumber: true,
      cell: ({ created_at }) => <Time at={Date.parse(created_at)} now={now} />,
    },
  ];
}
