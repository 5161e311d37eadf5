import type { Link, Page } from '../page/page.js';
import { HEADING } from '../page/tags.js';
import { linesOf, textOf } from '../page/text.js';
import { attribute, contains, type TextNode } from '../page/tree.js';
import { countWords } from '../page/words.js';
import { isRowDocument } from '../survey/documents.js';
import type { PageRecord } from '../survey/record.js';
import type { Survey } from '../survey/survey.js';
import { isCallToAction } from './labels.js';
import { titleColumnOf } from './title-column.js';
import { saysMore } from './words.js';

/** What the records of one list share, and what therefore is no part of a title. */
export interface TitleHints {
  /** Texts of elements that several records repeat: badges, kickers, buttons. */
  repeated: ReadonlySet<string>;
  /**
   * Texts of small elements inside headings and links that at least two records have, and the dates
   * there where most records have one.
   */
  badges: ReadonlySet<string>;
  /** The label of a link without the purpose that most of them begin with: "Read more about …". */
  withoutPurpose(label: string): string;
  /** In links of several lines most records have the title in the first one. */
  titleIsFirstLine: boolean;
  /** Where the links of a table's rows are codes: the column of the names, counted from 0. */
  titleColumn: number | null;
  /** The link says which document of its row it leads to: "Agenda". */
  isLabel(link: Link): boolean;
  isDate(node: TextNode): boolean;
  /** The text is a date and says nothing else. */
  isDateText(text: string): boolean;
}

/** Share of the records that must repeat a text: fewer have the same subject or the same name. */
const REPEATED = 0.8;
/** Records that must repeat a text at least. */
const MIN_REPEATED = 3;

/** Texts of small elements that stand in several records, each in an element of its own. */
export function titleHints(survey: Survey, records: readonly PageRecord[]): TitleHints {
  const { page, dates } = survey;
  // Most lists need none of these four.
  let badges: ReadonlySet<string> | undefined;
  let titleIsFirstLine: boolean | undefined;
  let mentions: boolean | undefined;
  let titleColumn: number | null | undefined;
  let purpose: string | undefined;
  return {
    repeated: repeatedTexts(page, records),
    get badges() {
      badges ??= badgesOf(survey, records);
      return badges;
    },
    get titleIsFirstLine() {
      titleIsFirstLine ??= isTitleFirst(survey, records);
      return titleIsFirstLine;
    },
    get titleColumn() {
      if (titleColumn === undefined) titleColumn = titleColumnOf(survey, records);
      return titleColumn;
    },
    withoutPurpose: (label) => {
      purpose ??= purposeOf(records);
      return label.startsWith(purpose) ? label.slice(purpose.length).trim() : label;
    },
    isLabel: (link) => isRowDocument(page, link),
    isDate: (node) => survey.dayIn(node) !== null,
    isDateText: (text) => {
      if (!/\d/.test(text) || dates.day(text) === null) return false;
      if (!saysMore(text)) return true;
      mentions ??= areDatesRare(survey, records);
      return !mentions;
    },
  };
}

/** What the link of a record says of itself to readers who do not see it. */
export function columnLabel({ link: { element } }: PageRecord): string {
  return (attribute(element, 'aria-label') ?? attribute(element, 'title') ?? '').trim();
}

/** What the labels that begin with a call to action have in common, up to their names; "" for none. */
function purposeOf(records: readonly PageRecord[]): string {
  const labels = records.map(columnLabel).filter(beginsWithCall);
  const [first = ''] = labels;
  if (labels.length < Math.max(MIN_REPEATED, records.length * PURPOSES)) return '';
  let length = first.length;
  for (const label of labels) {
    let same = 0;
    while (same < length && label[same] === first[same]) same += 1;
    length = same;
  }
  const [shared = ''] = /^.*[\s:]/su.exec(first.slice(0, length)) ?? [];
  return beginsWithCall(shared) ? shared : '';
}

const PURPOSES = 0.5;
/** Words of the longest call to action. */
const CALL_WORDS = 5;

/** "Read more about …", "Continue reading: …". */
function beginsWithCall(label: string): boolean {
  const words = label.trim().split(/[\s:]+/u, CALL_WORDS);
  return words.some((_, at) => isCallToAction(words.slice(0, at + 1).join(' ')));
}

function repeatedTexts(page: Page, records: readonly PageRecord[]): ReadonlySet<string> {
  const repeated = new Set<string>();
  if (records.length < MIN_REPEATED) return repeated;
  const { textsBefore, numbers, texts, counts, lastRecord } = numberedTexts(page);
  const seen: number[] = [];
  for (const [at, { start, end }] of records.entries()) {
    const last = textsBefore[end] ?? numbers.length;
    for (let position = textsBefore[start] ?? last; position < last; position += 1) {
      const number = numbers[position] ?? 0;
      if (lastRecord[number] === at + 1) continue;
      if (lastRecord[number] === 0) seen.push(number);
      lastRecord[number] = at + 1;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  const least = Math.max(MIN_REPEATED, records.length * REPEATED);
  for (const number of seen) {
    const count = counts[number] ?? 0;
    counts[number] = 0;
    lastRecord[number] = 0;
    if (count < least) continue;
    repeated.add(texts[number] ?? '');
  }
  return repeated;
}

interface NumberedTexts {
  /** How many short texts stand before each node of the page, and how many there are. */
  textsBefore: Int32Array;
  /** The number of each short text, in page order; equal texts have one number. */
  numbers: Int32Array;
  /** By number. */
  texts: readonly string[];
  /** Room to count in, by number; all 0 between two countings: most records hold few of the texts. */
  counts: Uint32Array;
  /** Likewise: the last record that has the text, counted from 1. */
  lastRecord: Uint32Array;
}

const numbered = new WeakMap<Page, NumberedTexts>();

/** A number for every different short text of a page: numbers are counted faster than texts. */
function numberedTexts(page: Page): NumberedTexts {
  let found = numbered.get(page);
  if (found !== undefined) return found;
  const textsBefore = new Int32Array(page.nodes.length + 1);
  const known = new Map<string, number>();
  const inOrder: number[] = [];
  for (const [at, node] of page.nodes.entries()) {
    textsBefore[at] = inOrder.length;
    if (node.kind !== 'text' || node.text.length >= 60) continue;
    const number = known.get(node.text) ?? known.size;
    known.set(node.text, number);
    inOrder.push(number);
  }
  textsBefore[page.nodes.length] = inOrder.length;
  found = {
    textsBefore,
    numbers: Int32Array.from(inOrder),
    texts: [...known.keys()],
    counts: new Uint32Array(known.size),
    lastRecord: new Uint32Array(known.size),
  };
  numbered.set(page, found);
  return found;
}

/** Share of the records whose links are dates, from which on a date is what the column holds. */
const DATES_ARE_TITLES = 0.3;
const DATE_LINK_WORDS = 5;

/** Links that are dates are the exception: "Board elections: January 17" mentions one. */
function areDatesRare({ page, dates }: Survey, records: readonly PageRecord[]): boolean {
  const dated = records.filter(({ link }) => {
    const words = page.words.in(link.element);
    if (words === 0 || words > DATE_LINK_WORDS) return false;
    const text = textOf(page.nodes, link.element);
    return /\d/.test(text) && dates.day(text) !== null;
  });
  return dated.length <= records.length * DATES_ARE_TITLES;
}

const LINE_WORDS = 3;

/** In most records whose link has several lines the first one is long enough for a title. */
function isTitleFirst({ page, dates }: Survey, records: readonly PageRecord[]): boolean {
  let several = 0;
  let first = 0;
  for (const { link } of records) {
    const [line, ...others] = linesOf(page.nodes, link.element);
    if (line === undefined || others.length === 0) continue;
    several += 1;
    const words = countWords(line);
    const isDate = words <= DATE_LINK_WORDS && dates.day(line) !== null;
    if (words >= LINE_WORDS && !isDate) first += 1;
  }
  return several >= 3 && first >= several * FIRST_LINE;
}

const FIRST_LINE = 0.6;

const BADGE_WORDS = 3;

/** Share of the records with a date in an element of the headline, from which it is no part of titles. */
const DATES_BESIDE_TITLES = 0.5;

/**
 * "NEW", "Video", "有料記事": an element in the headline that says no more than others say too. A
 * date that is alone in its element is one where most records have such a date.
 */
function badgesOf(survey: Survey, records: readonly PageRecord[]): Set<string> {
  const { page } = survey;
  const counts = new Map<string, number>();
  const dates = new Set<string>();
  let dated = 0;
  for (const record of records) {
    const texts = smallTextsInHeadline(page, record);
    const short = texts.filter((node) => page.words.in(node) <= BADGE_WORDS);
    for (const text of new Set(short.map(({ text }) => text))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const own = texts.filter((node) => survey.dayIn(node) !== null);
    for (const { text } of own) dates.add(text);
    if (own.length > 0) dated += 1;
  }
  const repeated = [...counts].filter(([, count]) => count >= 2).map(([text]) => text);
  repeated.push(...amountsOf(survey, records));
  const areBeside = dated >= Math.max(2, records.length * DATES_BESIDE_TITLES);
  return new Set(areBeside ? [...repeated, ...dates] : repeated);
}

/** "3 comments", "1,204 Aufrufe": a number that is no year, and what it counts. */
const COUNT = /^(?!(?:19|20)\d\d\b)\d[\d.,]*[kKmM]?\s\p{L}{4,}$/u;
/** "$10.99", "10,99 €", "EUR 10". */
const PRICE = /^(?:\p{Sc}|[A-Z]{3})\s?\d[\d.,]*$|^\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3})$/u;
/** Share of the records that have one in their headline, from which it is no part of titles. */
const AMOUNTS = 0.5;

/** Counters and prices in elements of their own, where at least half of the headlines have one. */
function amountsOf({ page }: Survey, records: readonly PageRecord[]): string[] {
  const found = records.map((record) =>
    smallTextsInHeadline(page, record)
      .map(({ text }) => text)
      .filter((text) => COUNT.test(text) || PRICE.test(text)),
  );
  const having = found.filter((texts) => texts.length > 0);
  return having.length >= Math.max(2, records.length * AMOUNTS) ? found.flat() : [];
}

/** Texts of at most as many words as a date has, in elements of their own in a link or a heading. */
function smallTextsInHeadline(page: Page, { link, start, end }: PageRecord): TextNode[] {
  return page.texts.list(start, end).filter((node) => {
    const { parent } = node;
    const inHeadline =
      contains(link.element, parent) || (parent.parent !== null && HEADING.has(parent.parent.tag));
    const isOwn = parent !== link.element && !HEADING.has(parent.tag);
    return inHeadline && isOwn && page.words.in(node) <= DATE_LINK_WORDS;
  });
}
