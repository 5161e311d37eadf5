import { plainOutput } from '../../kit/plain.js';

/** Maximum number of items per event; the others are counted. */
const MAX_ITEMS = 10;

/** Fields of an event from any sender. */
interface AnyEvent {
  type?: unknown;
  feed?: { title?: unknown; id?: unknown } | null;
  data?: { items_new?: unknown; items_changed?: unknown } | null;
}

/**
 * An event as readable lines: time, feed and counts, then one line per item. Control sequences are
 * removed from its texts. An event of another type is shown by its type.
 *
 * @param at when the event arrived
 */
export function eventLines(event: object, at: Date): string {
  const { type, feed, data }: AnyEvent = event;
  const [added, changed] = [listOrEmpty(data?.items_new), listOrEmpty(data?.items_changed)];
  const isUpdate = [data?.items_new, data?.items_changed].some(Array.isArray);
  const name = eventText(feed?.title) || eventText(feed?.id) || eventText(type) || 'event';
  const lines = [
    ...added.map((item) => `  + ${itemLine(item)}`),
    ...changed.map((item) => `  ~ ${itemLine(item)}`),
  ];
  const counts = `${added.length} new, ${changed.length} changed`;
  const rest = lines.length - MAX_ITEMS;
  const time = at.toTimeString().slice(0, 8);
  return [
    `${time}  ${name}  ${isUpdate ? counts : eventText(type)}`,
    ...lines.slice(0, MAX_ITEMS),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    '',
  ].join('\n');
}

function itemLine(item: unknown): string {
  const { title, url }: { title?: unknown; url?: unknown } = Object(item);
  return [title, url]
    .map(eventText)
    .filter((part) => part !== '')
    .join('  ');
}

function listOrEmpty(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function eventText(value: unknown): string {
  return typeof value === 'string' ? plainOutput(value) : '';
}
