import { type DateReader, isAhead } from '../../dates/find-date.js';
import type { FoundDate } from '../../dates/iso.js';
import { CHOICE_MODEL, TITLE_MODEL } from '../model/choice-model.js';
import type { TreeModel } from '../model/trees.js';
import { Counter, Occurrences } from '../page/counter.js';
import { type DateSettings, dateReaderOf, dateSettingsOf } from '../page/date-settings.js';
import { type Page, readPage } from '../page/page.js';
import { attribute, type TextNode } from '../page/tree.js';

/** A page with the data that all strategies share: computed once, before the first strategy. */
export interface Survey {
  readonly page: Page;
  /** Time of the fetch, in milliseconds since the epoch. */
  readonly now: number;
  /** Model by which its lists are scored. */
  readonly model: TreeModel;
  /** Model by which the titles of a list are chosen. */
  readonly titleModel: TreeModel;
  readonly dateSettings: DateSettings;
  readonly dates: DateReader;
  /** The date in a text without its context; it is read on first use. */
  dateIn(text: TextNode): FoundDate | null;
  /** As `dateIn`, or the day of a future event. */
  dayIn(text: TextNode): FoundDate | null;
  /** True if a range of positions has a date, visible or machine-readable. */
  hasDate(start: number, end: number): boolean;
  firstDate(start: number, end: number): FoundDate | null;
}

/** Maximum length of a text that is a date; longer ones are sentences that mention a date. */
const MAX_DATE_TEXT_LENGTH = 80;

/** Parses a page and reads its dates. */
export function surveyPage(
  html: string,
  url: string,
  now: number,
  {
    model = CHOICE_MODEL,
    titleModel = TITLE_MODEL,
  }: { model?: TreeModel; titleModel?: TreeModel } = {},
): Survey {
  const page = readPage(html, url);
  const dateSettings = dateSettingsOf(page, now);
  const dates = remembered(dateReaderOf(dateSettings), now);
  const dayIn = eachOnce(page.nodes.length, (node) => lineDay(node, dates));
  const dateIn = (node: TextNode) => {
    const found = dayIn(node);
    return found !== null && isAhead(found, now) ? null : found;
  };
  const stamped = page.elements('time').filter((time) => attribute(time, 'datetime') !== null);
  const machineDates = Counter.of(page.nodes.length, stamped, () => 1);
  const showsDate = dateSearch(page.texts, dayIn);
  const hasDate = (start: number, end: number) =>
    machineDates.between(start, end) > 0 || showsDate(start, end);
  const stamps = new Occurrences(page.nodes.length, stamped, (time) => time);
  const firstDate = (start: number, end: number): FoundDate | null => {
    const stamp = stamps.between(start, end) > 0 ? stamps.all[stamps.before(start)] : undefined;
    const machine = stamp === undefined ? null : dates.machine(attribute(stamp, 'datetime') ?? '');
    if (machine !== null) return machine;
    if (!showsDate(start, end)) return null;
    for (let at = page.texts.before(start); at < page.texts.before(end); at += 1) {
      const text = page.texts.all[at];
      const found = text === undefined ? null : dayIn(text);
      if (found !== null) return found;
    }
    return null;
  };
  return {
    ...{ page, now, model, titleModel, dateSettings },
    ...{ dates, dateIn, dayIn, hasDate, firstDate },
  };
}

/** Caches dates by text: the same text is in several records, and a record in several sets. */
function remembered(dates: DateReader, now: number): DateReader {
  const known = new Map<string, FoundDate | null>();
  const day = (line: string) => {
    let date = known.get(line);
    if (date === undefined) {
      date = dates.day(line);
      known.set(line, date);
    }
    return date;
  };
  const text = (line: string) => {
    const date = day(line);
    return date !== null && isAhead(date, now) ? null : date;
  };
  return { ...dates, day, text };
}

/** Caches results by node: most texts are in several records of several sets. */
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

/**
 * Returns a test for a date in a range of positions. Later searches skip texts without a date: the
 * records of some pages overlap, and each is searched for many sets.
 */
function dateSearch(
  texts: Page['texts'],
  dayIn: Survey['dayIn'],
): (start: number, end: number) => boolean {
  const { all } = texts;
  /** By number of a text: the first text from it on that may have a date. */
  const next = Int32Array.from(all.keys());
  const after = (at: number) => next[at] ?? all.length;
  return (start, end) => {
    const first = texts.before(start);
    const last = texts.before(end);
    let at = first;
    for (let text = all[at]; at < last && text !== undefined; text = all[at]) {
      if (after(at) > at) at = after(at);
      else if (dayIn(text) === null) next[at] = at + 1;
      else break;
    }
    for (let passed = first; passed < at; ) {
      const following = after(passed);
      next[passed] = at;
      passed = following;
    }
    return at < last;
  };
}

function lineDay({ text }: TextNode, dates: DateReader): FoundDate | null {
  const line = text.length <= MAX_DATE_TEXT_LENGTH ? text : dateline(text);
  return line === null ? null : dates.day(line);
}

/** The text before the dash of a long text: "Mar 14, 2026 — What happened …". */
function dateline(text: string): string | null {
  return /^[^—–·|…]{6,32}?(?=\s*[—–·|…])/.exec(text)?.[0] ?? null;
}

/**
 * Caches the result of a function per survey: several strategies need the same result for one page.
 */
export function onceASurvey<Found>(find: (survey: Survey) => Found): (survey: Survey) => Found {
  const known = new WeakMap<Survey, Found>();
  return (survey) => {
    let found = known.get(survey);
    if (found === undefined) {
      found = find(survey);
      known.set(survey, found);
    }
    return found;
  };
}
