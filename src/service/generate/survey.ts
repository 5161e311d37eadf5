import type { DateReader } from '../dates/find-date.js';
import type { FoundDate } from '../dates/iso.js';
import { type DateSettings, dateReaderOf, dateSettingsOf } from './page/date-settings.js';
import { Counter, type Page, readPage } from './page/page.js';
import { attribute, type PageNode } from './page/tree.js';

/** A page and everything the strategies share: computed once, before the first of them. */
export interface Survey {
  readonly page: Page;
  /** Time of the fetch, milliseconds. */
  readonly now: number;
  readonly dateSettings: DateSettings;
  readonly dates: DateReader;
  /** Places that show a date. */
  readonly dateMarks: Counter;
  /** The date a text node shows by itself, by position. */
  readonly dateAt: ReadonlyMap<number, FoundDate>;
}

/** Texts longer than this are sentences that mention a date. */
const MAX_DATE_TEXT_LENGTH = 80;

/** Parses a page and reads its dates. */
export function surveyPage(html: string, url: string, now: number): Survey {
  const page = readPage(html, url);
  const dateSettings = dateSettingsOf(page, now);
  const dates = remembered(dateReaderOf(dateSettings));
  const dateAt = findDates(page.nodes, dates);
  const dateMarks = new Counter(page.nodes, (node) =>
    dateAt.has(node.index) || isMachineDate(node) ? 1 : 0,
  );
  return { page, now, dateSettings, dates, dateMarks, dateAt };
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

function findDates(nodes: readonly PageNode[], dates: DateReader): Map<number, FoundDate> {
  const found = new Map<number, FoundDate>();
  for (const node of nodes) {
    if (node.kind !== 'text') continue;
    const text = node.text.length <= MAX_DATE_TEXT_LENGTH ? node.text : dateline(node.text);
    if (text === null) continue;
    const date = dates.text(text);
    if (date !== null) found.set(node.index, date);
  }
  return found;
}

/** "Mar 14, 2026 — What happened …": what stands before the dash of a long text. */
function dateline(text: string): string | null {
  return /^[^—–·|…]{6,32}?(?=\s*[—–·|…])/.exec(text)?.[0] ?? null;
}

function isMachineDate(node: PageNode): boolean {
  return node.kind === 'element' && node.tag === 'time' && attribute(node, 'datetime') !== null;
}
