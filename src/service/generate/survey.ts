import type { DateReader } from '../dates/find-date.js';
import type { FoundDate } from '../dates/iso.js';
import { Counter } from './page/counter.js';
import { type DateSettings, dateReaderOf, dateSettingsOf } from './page/date-settings.js';
import { type Page, readPage } from './page/page.js';
import { attribute, type TextNode } from './page/tree.js';

/** A page and everything the strategies share: computed once, before the first of them. */
export interface Survey {
  readonly page: Page;
  /** Time of the fetch, milliseconds. */
  readonly now: number;
  readonly dateSettings: DateSettings;
  readonly dates: DateReader;
  /** The date a text shows by itself; read when it is asked for. */
  dateIn(text: TextNode): FoundDate | null;
  /** Whether a range of positions shows a date, to readers or to machines. */
  hasDate(start: number, end: number): boolean;
}

/** Texts longer than this are sentences that mention a date. */
const MAX_DATE_TEXT_LENGTH = 80;

/** Parses a page and reads its dates. */
export function surveyPage(html: string, url: string, now: number): Survey {
  const page = readPage(html, url);
  const dateSettings = dateSettingsOf(page, now);
  const dates = remembered(dateReaderOf(dateSettings));
  const dateIn = eachOnce(page.nodes.length, (node) => dateOf(node, dates));
  const stamped = page.elements('time').filter((time) => attribute(time, 'datetime') !== null);
  const machineDates = Counter.of(page.nodes.length, stamped, () => 1);
  const hasDate = (start: number, end: number) =>
    machineDates.between(start, end) > 0 ||
    page.texts.list(start, end).some((text) => dateIn(text) !== null);
  return { page, now, dateSettings, dates, dateIn, hasDate };
}

/** The same text stands in several records, and a record in several sets. */
function remembered(dates: DateReader): DateReader {
  const known = new Map<string, FoundDate | null>();
  const text = (line: string) => {
    let date = known.get(line);
    if (date === undefined) {
      date = dates.text(line);
      known.set(line, date);
    }
    return date;
  };
  return { ...dates, text };
}

/** Most texts are in several records of several sets. */
function eachOnce<Found>(size: number, find: (node: TextNode) => Found): (node: TextNode) => Found {
  const known = new Array<Found | undefined>(size);
  return (node) => {
    let found = known[node.index];
    if (found === undefined) {
      found = find(node);
      known[node.index] = found;
    }
    return found;
  };
}

function dateOf({ text }: TextNode, dates: DateReader): FoundDate | null {
  const line = text.length <= MAX_DATE_TEXT_LENGTH ? text : dateline(text);
  return line === null ? null : dates.text(line);
}

/** "Mar 14, 2026 — What happened …": what stands before the dash of a long text. */
function dateline(text: string): string | null {
  return /^[^—–·|…]{6,32}?(?=\s*[—–·|…])/.exec(text)?.[0] ?? null;
}
