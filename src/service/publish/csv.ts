import { type CleanItem, cleanChannel } from './clean-channel.js';
import type { PublishedChannel } from './published-channel.js';

/** Columns in their order, each by the name the field has on the wire. */
const COLUMNS: Record<string, (item: CleanItem) => string> = {
  guid: (item) => item.guid,
  title: (item) => item.title,
  url: (item) => item.url ?? '',
  date_published: (item) => item.published?.toISOString() ?? '',
  authors: (item) => item.authors.join('; '),
  description_text: (item) => item.text,
  thumbnail: (item) => item.thumbnail ?? '',
};

/** The items as CSV (RFC 4180), with a line of column names. */
export function toCsv(published: PublishedChannel): string {
  const { items } = cleanChannel(published);
  const rows = items.map((item) => Object.values(COLUMNS).map((column) => column(item)));
  return [Object.keys(COLUMNS), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** What makes a spreadsheet run a cell as a formula, in half and full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/** A quote mark in front turns a formula back into text: the items are written by strangers. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
