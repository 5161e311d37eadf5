import { plain } from '../../kit/plain.js';

/** Maximum of items printed per event; the others are counted. */
const MAX_ITEMS = 10;

/**
 * An event as readable lines: time, feed and counts, then one line per item. Control sequences are
 * removed from its texts. An event of another type is shown by its type.
 *
 * @param at when the event arrived
 */
export function eventLines(event: object, at: Date): string {
  const [feed, data] = [fieldOf(event, 'feed'), fieldOf(event, 'data')];
  const isUpdate = [fieldOf(data, 'items_new'), fieldOf(data, 'items_changed')].some(Array.isArray);
  const [added, changed] = [itemsIn(data, 'items_new'), itemsIn(data, 'items_changed')];
  const name = textIn(feed, 'title') || textIn(feed, 'id') || textIn(event, 'type');
  const lines = [
    ...added.map((item) => `  + ${itemLine(item)}`),
    ...changed.map((item) => `  ~ ${itemLine(item)}`),
  ];
  const counts = `${added.length} new, ${changed.length} changed`;
  const rest = lines.length - MAX_ITEMS;
  const time = at.toTimeString().slice(0, 8);
  return [
    `${time}  ${plain(name) || 'event'}  ${isUpdate ? counts : plain(textIn(event, 'type'))}`,
    ...lines.slice(0, MAX_ITEMS),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    '',
  ].join('\n');
}

function itemsIn(data: unknown, field: string): unknown[] {
  const items = fieldOf(data, field);
  return Array.isArray(items) ? items : [];
}

function itemLine(item: unknown): string {
  return [textIn(item, 'title'), textIn(item, 'url')]
    .map(plain)
    .filter((part) => part !== '')
    .join('  ');
}

function textIn(value: unknown, field: string): string {
  const text = fieldOf(value, field);
  return typeof text === 'string' ? text : '';
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === field)?.[1]
    : undefined;
}
