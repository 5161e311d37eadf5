import { type DateReader, isAhead } from '../../dates/find-date.js';
import type { FoundDate } from '../../dates/iso.js';
import { CHOICE_MODEL, TITLE_MODEL } from '../model/choice-model.js';
import type { TreeModel } from '../model/trees.js';
import { Counter, Occurrences } from '../page/counter.js';
import { type DateSettings, dateReaderOf, dateSettingsOf } from '../page/date-settings.js';
import { type Page, readPage } from '../page/page.js';
import { attribute, type TextNode } from '../page/tree.js';

/** A page and everything the strategies share: computed once, before the first of them. */
export interface Survey {
  readonly page: Page;
  /** Time of the fetch, milliseconds. */
  readonly now: number;
  /** What its lists are judged by. */
  readonly model: TreeModel;
  /** What the titles of a list are chosen by. */
  readonly titleModel: TreeModel;
  readonly dateSettings: DateSettings;
  readonly dates: DateReader;
  /** The date a text shows by itself; read when it is asked for. */
  dateIn(text: TextNode): FoundDate | null;
  /** As `dateIn`, or the day of what is still to come. */
  dayIn(text: TextNode): FoundDate | null;
  /** Whether a range of positions shows a date, to readers or to machines. */
  hasDate(start: number, end: number): boolean;
  firstDate(start: number, end: number): FoundDate | null;
}

/** Texts longer than this are sentences that mention a date. */
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

/** The same text stands in several records, and a record in several sets. */
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

/**
 * Whether a text in a range of positions shows a date. Texts without one are jumped over by the
 * next search: the records of some pages overlap, and each is looked through for many sets.
 */
function dateSearch(
  texts: Page['texts'],
  dayIn: Survey['dayIn'],
): (start: number, end: number) => boolean {
  const { all } = texts;
  /** By number of a text: the first one from it on that is not known to be without a date. */
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

/** "Mar 14, 2026 — What happened …": what stands before the dash of a long text. */
function dateline(text: string): string | null {
  return /^[^—–·|…]{6,32}?(?=\s*[—–·|…])/.exec(text)?.[0] ?? null;
}

/** The function with its answers remembered: several strategies ask the same of one page. */
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
