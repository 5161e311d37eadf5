import { relativeTime } from '../../base/relative-time.js';
import { isUrl } from '../../base/url.js';
import { localDay } from '../kit/local-time.js';
import { plainOutput } from '../kit/plain.js';
import { valueAt } from './fields.js';
import type { Column } from './view.js';

/** A value as readable text on one line, without control sequences. */
export function cell(row: unknown, column: Column): string {
  const value = plainOutput(exact(valueAt(row, column.field)));
  const text = value === '' && column.or ? plainOutput(exact(valueAt(row, column.or))) : value;
  return column.words?.[text] ?? text;
}

/** A value as text, unchanged. */
export function exact(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map(element).join(', ');
}

function element(value: unknown): string {
  const named = valueAt(value, 'name') ?? valueAt(value, 'url');
  return typeof named === 'string' ? named : exact(value);
}

/** Maximum length of a link; terminals ignore longer ones (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
const MAX_ADDRESS_LENGTH = 2083;

/**
 * The text as a terminal link (OSC 8); plain text when the address is not http or https, or is
 * too long.
 */
export function hyperlink(text: string, address: string): string {
  if (!isUrl(address)) return text;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // A serialised URL is printable ASCII, so it cannot end the sequence.
  if (!isWeb || href.length > MAX_ADDRESS_LENGTH) return text;
  return `\u001b]8;;${href}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/**
 * A time as people read it: how long ago it was; after a month, its date in the local time zone.
 * Text that is not a time is returned unchanged.
 *
 * @param now milliseconds since the epoch
 */
export function timeForPeople(text: string, now: number): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : (relativeTime(time, now) ?? localDay(new Date(time)));
}
