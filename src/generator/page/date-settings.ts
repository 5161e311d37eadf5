import { writesDayFirst, writesYearFirst } from '../../dates/day-first.js';
import { type DateReader, dateReader } from '../../dates/find-date.js';
import { statedOffset } from '../../dates/iso.js';
import { fullLexicon, type Lexicon, lexiconFor } from '../../dates/lexicon.js';
import { normaliseDateText } from '../../dates/normalise.js';
import type { Reading } from '../../dates/reading.js';
import { dateLanguage, languageOf } from './language.js';
import type { Page } from './page.js';
import { attribute } from './tree.js';

/** Settings for reading the dates of one page, as plain data. */
export interface DateSettings extends Reading {
  /** Language of the words; null for all languages. */
  language: string | null;
}

/** The language, zone and order of day and month of a page. */
export function dateSettingsOf(page: Page, now: number): DateSettings {
  const language = languageOf(page);
  const sample = `${page.documentTitle} ${sampleText(page)}`;
  return {
    now,
    offset: dominantOffset(page),
    ...orderOf(page, language),
    yearFirst: writesYearFirst(language),
    years: yearsOf(page, language, sample),
    language: dateLanguage(language, sample),
  };
}

/** A reader of dates with the settings of a page. */
export function dateReaderOf(settings: DateSettings): DateReader {
  const lexicon: Lexicon =
    settings.language === null ? fullLexicon() : lexiconFor(settings.language);
  return dateReader(settings, lexicon);
}

/**
 * The era of years without one: that of the Republic of China in Taiwan, the Buddhist era in
 * Thailand.
 */
function yearsOf(
  page: Page,
  language: string | null,
  sample: string,
): 'republic' | 'buddhist' | null {
  const tag = language?.toLowerCase() ?? '';
  const { hostname } = new URL(page.url);
  if (tag === 'th' || tag.startsWith('th-') || /[\u0e00-\u0e7f]{4}/.test(sample)) return 'buddhist';
  const taiwanese = /^zh-(?:hant|tw)/.test(tag) || hostname.endsWith('.tw');
  return taiwanese ? 'republic' : null;
}

function sampleText(page: Page): string {
  let text = '';
  for (const node of page.nodes) {
    if (node.kind === 'text' && text.length < 600) text += ` ${node.text.slice(0, 100)}`;
  }
  return text;
}

const DATE_ATTRIBUTES = ['datetime', 'content', 'data-date', 'data-datetime', 'data-time', 'title'];
const MAX_STAMPS = 400;

/** The UTC offset of most machine-readable dates of the page, in minutes. */
function dominantOffset(page: Page): number | null {
  const counts = new Map<number, number>();
  const add = (value: string) => {
    const offset = statedOffset(value);
    // Software without a known time zone writes Z, so that it wins only if no other offset is
    // stated.
    if (offset !== null) counts.set(offset, (counts.get(offset) ?? 0) + (offset === 0 ? 0.2 : 1));
  };
  let stamps = 0;
  for (const node of page.nodes) {
    if (node.kind === 'text' || stamps > MAX_STAMPS) continue;
    if (node.tag !== 'time' && node.tag !== 'meta' && node.tag !== 'abbr') continue;
    for (const name of DATE_ATTRIBUTES) {
      const value = attribute(node, name);
      if (value !== null && value.length < 60) add(value);
    }
    stamps += 1;
  }
  for (const script of page.scripts) {
    if (script.type !== 'application/ld+json') continue;
    const found = script.text
      .slice(0, 200_000)
      .match(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/g);
    for (const value of found?.slice(0, MAX_STAMPS) ?? []) add(value);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const NUMERIC = /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;
/** What becomes one of its separators in normalised text. */
const SEPARATED = /[/\-\u2010-\u2015\u2212]/;
/** Top-level domains of English-speaking countries that write the day first. */
const DAY_FIRST_HOSTS = /\.(?:uk|au|nz|ie|in|za|sg|hk|my|ke|ng|eu)$/;

/**
 * Decides the order of day and month: 03/04 is 3 April, unless a day over 12 or the page's language
 * shows the other order.
 */
function orderOf(page: Page, language: string | null): { dayFirst: boolean; isOrderSure: boolean } {
  let first = 0;
  let second = 0;
  for (const node of page.nodes) {
    if (node.kind !== 'text' || node.text.length > 60) continue;
    if (!SEPARATED.test(node.text)) continue;
    const match = NUMERIC.exec(normaliseDateText(node.text));
    if (match === null) continue;
    if (Number(match[1]) > 12) first += 1;
    if (Number(match[3]) > 12) second += 1;
  }
  if (first !== second) return { dayFirst: first > second, isOrderSure: true };
  const dayFirst = writesDayFirst(language);
  if (dayFirst !== null) return { dayFirst, isOrderSure: dayFirst };
  return { dayFirst: DAY_FIRST_HOSTS.test(new URL(page.url).hostname), isOrderSure: false };
}
