import { isUrl } from '../../../base/url.js';
import { isNamed } from '../page/class-names.js';
import { linesOf, textOf } from '../page/text.js';
import { attribute, contains, type ElementNode, type TextNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import type { PageRecord } from '../strategies/records/record.js';
import type { Survey } from '../survey.js';
import { DATE_CLASS } from './words.js';

/** Data attributes that hold a date: `data-published-at`, `data-utime`, `data-timestamp`. */
const DATE_ATTRIBUTE =
  /^data-(?:[\w-]*-)?(?:date|time|datetime|timestamp|stamp|ts|utime|epoch|published|publish|pubdate|posted|created)(?:-\w+)?$/;
/** Words of a line that is a date and nothing more: "Mon, 9 March 2026, 5:49 pm CET". */
const DATE_WORDS = 8;
/** Names that say a date is not the one of publication. */
const NOT_PUBLISHED = /modif|updat|edit|expir|clos|deadline|valid|end|last|start|event/i;
const PUBLISHED = /publi|creat|post(?:ed)?|issued|dateline|pubdate/i;

interface Candidate extends ShownDate {
  /** Lower is better: 0 says that it is the publication, 2 that it is something else. */
  rank: number;
}

/**
 * The date a record shows: machine-readable first, then data attributes, then text. Among several of one kind the earliest: "updated" and "last reply" come later.
 */
export function dateOf(survey: Survey, record: PageRecord): ShownDate | null {
  return (
    pick(machineDates(survey, record)) ??
    pick(dataDates(survey, record)) ??
    pick(timeTexts(survey, record)) ??
    pick(textDates(survey, record)) ??
    joinedDate(survey, record)
  );
}

/** A date as the record shows it. */
export interface ShownDate {
  /** Milliseconds since the epoch. */
  time: number;
  yearless?: true;
}

function pick(candidates: readonly Candidate[]): ShownDate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    if (best === null || candidate.rank < best.rank) best = candidate;
    else if (candidate.rank === best.rank && candidate.time < best.time) best = candidate;
  }
  return best;
}

function machineDates(survey: Survey, record: PageRecord): Candidate[] {
  const found: Candidate[] = [];
  for (const element of elementsOf(survey, record)) {
    const itemprop = attribute(element, 'itemprop') ?? '';
    const isDateProperty = /date|time/i.test(itemprop);
    const value =
      attribute(element, 'datetime') ?? (isDateProperty ? attribute(element, 'content') : null);
    if (value === null || value === '') continue;
    const date = survey.dates.machine(value);
    if (date !== null) found.push({ time: date.time, rank: rankOf(element, itemprop) });
  }
  return found;
}

/** A time element without the attribute it is for. */
function timeTexts(survey: Survey, record: PageRecord): Candidate[] {
  const found: Candidate[] = [];
  for (const element of elementsOf(survey, record)) {
    if (element.tag !== 'time' || attribute(element, 'datetime') !== null) continue;
    const date = survey.dates.machine(textOf(survey.page.nodes, element));
    if (date !== null) found.push({ ...date, rank: rankOf(element, '') });
  }
  return found;
}

function dataDates(survey: Survey, record: PageRecord): Candidate[] {
  const found: Candidate[] = [];
  for (const element of elementsOf(survey, record)) {
    for (let at = 0; at < element.attributes.length; at += 2) {
      const name = element.attributes[at] ?? '';
      if (!DATE_ATTRIBUTE.test(name)) continue;
      const date = survey.dates.machine(element.attributes[at + 1] ?? '');
      if (date !== null) found.push({ time: date.time, rank: rankOf(element, name) });
    }
    // A relative date with the full one as its tooltip.
    const title = attribute(element, 'title');
    if (title === null || title.length < 8 || title.length > 40 || !/\d/.test(title)) continue;
    const date =
      element.tag === 'a' && element === record.link.element ? null : survey.dates.machine(title);
    if (date !== null) found.push({ time: date.time, rank: rankOf(element, '') });
  }
  return found;
}

function textDates(survey: Survey, record: PageRecord): Candidate[] {
  const found: Candidate[] = [];
  for (let at = record.start; at < record.end; at += 1) {
    const date = survey.dateAt.get(at);
    const node = survey.page.nodes[at];
    if (date !== undefined && node?.kind === 'text' && !isTitleText(survey, record, node)) {
      found.push({ ...date, rank: rankOf(node.parent, '') });
    }
  }
  return found;
}

/** A sentence in the link or in a heading mentions a day; it does not say when it was written. */
function isTitleText({ page }: Survey, record: PageRecord, node: TextNode): boolean {
  if (page.words.in(node) <= DATE_WORDS) return false;
  return contains(record.link.element, node) || /^h[1-6]$/.test(node.parent.tag);
}

/** A date put together from several elements: `<b>12</b> <i>Mar</i> 2026`. */
function joinedDate(survey: Survey, record: PageRecord): ShownDate | null {
  for (const element of elementsOf(survey, record)) {
    if (!isNamed(element, DATE_CLASS) || survey.page.words.in(element) > 10) continue;
    const date = survey.dates.machine(textOf(survey.page.nodes, element));
    if (date !== null) return date;
  }
  for (const line of linesOf(survey.page.nodes, record.root)) {
    const isShort = line.length <= 60 && countWords(line) <= DATE_WORDS;
    const date = isShort && /\d/.test(line) ? survey.dates.text(line) : null;
    if (date !== null) return date;
  }
  return null;
}

const PATH_DATE = /\/((?:19|20)\d{2})[/-]?(0[1-9]|1[0-2])[/-]?(0[1-9]|[12]\d|3[01])(?:[/_.-]|$)/;

/** The day in an address (`/2026/03/15/`), or null. */
export function dateInAddress(address: string, now: number): number | null {
  if (!isUrl(address)) return null;
  const match = PATH_DATE.exec(new URL(address).pathname);
  if (match === null) return null;
  const time = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return time > now + 86_400_000 || Number(match[1]) < 1990 ? null : time;
}

function rankOf(element: ElementNode, itemprop: string): number {
  const names = `${itemprop} ${element.classes.join(' ')} ${element.parent?.classes.join(' ') ?? ''}`;
  if (PUBLISHED.test(names)) return 0;
  return NOT_PUBLISHED.test(names) ? 2 : 1;
}

function* elementsOf(survey: Survey, record: PageRecord): Generator<ElementNode> {
  for (let at = record.start; at < record.end; at += 1) {
    const node = survey.page.nodes[at];
    if (node?.kind === 'element') yield node;
  }
}
