import { EVENT_TYPES, type FeedUpdateEvent } from '../../../../../contract/index.js';
import { RemoteLink, Time } from '../../views/pieces.js';

/** Items that the page shows of each list. */
const SHOWN = 50;

type EventItem = FeedUpdateEvent['data']['items_new'][number];

/** What an event tells, for people; nothing when it has another form. */
export function EventView({ event, now }: { event: unknown; now: number }) {
  const read = EVENT_TYPES.feed_update.schema.safeParse(event);
  if (!read.success) return null;
  const { feed, data } = read.data;
  return (
    <>
      <p>
        <strong dir="auto">{feed.title || 'Untitled feed'}</strong>{' '}
        <RemoteLink href={feed.source_url}>{feed.source_url}</RemoteLink>
      </p>
      <ItemList title="New items" items={data.items_new} now={now} />
      <ItemList title="Changed items" items={data.items_changed} now={now} />
    </>
  );
}

function ItemList(props: { title: string; items: readonly EventItem[]; now: number }) {
  const { title, items, now } = props;
  if (items.length === 0) return null;
  const rest = items.length - SHOWN;
  return (
    <>
      <h3>
        {title} <span class="count">{items.length}</span>
      </h3>
      <ul class="plain">
        {items.slice(0, SHOWN).map((item) => (
          <li dir="auto">
            <RemoteLink href={item.url}>{item.title || item.url || 'Untitled'}</RemoteLink>{' '}
            {item.date_published !== null && (
              <span class="meta">
                <Time at={Date.parse(item.date_published)} now={now} />
              </span>
            )}
          </li>
        ))}
        {rest > 0 && <li class="muted">and {rest} more</li>}
      </ul>
    </>
  );
}
