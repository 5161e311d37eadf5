import { relativeTime } from '../../base/relative-time.js';
import { plain } from '../kit/plain.js';
import { valueAt } from './fields.js';
import type { Column } from './view.js';

/** A value as a person reads it, on one line and harmless. */
export function cell(row: unknown, column: Column): string {
  return plain(exact(valueAt(row, column.field)));
}

/** A value as text, nothing changed. */
export function exact(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map(element).join(', ');
}

function element(value: unknown): string {
  const named = valueAt(value, 'name');
  return typeof named === 'string' ? named : exact(value);
}

/** Terminals drop a link whose address is longer (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
const MAX_ADDRESS_LENGTH = 2083;

/**
 * The text as a link that the terminal opens (OSC 8); only the text where the address is not of the
 * web, or too long.
 */
export function hyperlink(text: string, address: string): string {
  if (!URL.canParse(address)) return text;
  const { protocol, href } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // An address as a URL writes it has printable ASCII only: nothing in it ends the sequence.
  if (!isWeb || href.length > MAX_ADDRESS_LENGTH) return text;
  return `\u001b]8;;${href}\u001b\\${text}\u001b]8;;\u001b\\`;
}

// DEL and the C1 controls, which some terminals obey; what reorders the text around it; the line
// ends of Unicode, which cut JSON Lines in two for some readers; and the byte order mark.
const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Replaces the characters that no person sees and that JSON, YAML and XML let through as they are. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  return text.replace(HIDDEN, replacement);
}

/** The JSON or double-quoted YAML text of the same value, with escapes for what nobody sees. */
export function escapeHidden(json: string): string {
  return replaceHidden(
    json,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/**
 * A time as people read it: how long ago it was, beyond a month its date in the reader's own time
 * zone. What is no time comes back as it is.
 *
 * @param now milliseconds since the epoch
 */
export function timeForPeople(text: string, now: number): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : (relativeTime(time, now) ?? date(new Date(time)));
}

function date(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
