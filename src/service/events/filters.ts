import type { Item } from '../../contract/index.js';
import type { UpdatedItems } from './split.js';

/** The filter of a webhook; empty: everything passes. */
export interface WebhookFilter {
  /** An item must contain one of these words; empty: all items pass. */
  include: readonly string[];
  /** An item must not contain any of these words. */
  exclude: readonly string[];
  only: 'new' | 'changed' | null;
}

/** The text that words are matched against. */
type SearchedItem = Pick<Item, 'title' | 'description_text'>;

/** Limits of a filter, checked when it is set. */
export const FILTER_LIMITS = { words: 100, wordLength: 100 } as const;

/**
 * The items of an update that pass the filter, or null when none do. Matches whole words or phrases
 * in title and text, ignoring case and accents; a star at the end matches any ending: `elect*`
 * finds "elections".
 */
export function applyFilter<Entry extends SearchedItem>(
  update: UpdatedItems<Entry>,
  filter: WebhookFilter,
): UpdatedItems<Entry> | null {
  const included = wordMatcher(filter.include);
  const excluded = wordMatcher(filter.exclude);
  const passes = (item: Entry) => {
    // The null character between title and text prevents phrases across both.
    const text = searchable(`${item.title}\0${item.description_text}`);
    return (included?.test(text) ?? true) && !(excluded?.test(text) ?? false);
  };
  const passed = {
    items_new: filter.only === 'changed' ? [] : update.items_new.filter(passes),
    items_changed: filter.only === 'new' ? [] : update.items_changed.filter(passes),
  };
  return passed.items_new.length + passed.items_changed.length === 0 ? null : passed;
}

/** One pattern for all words; null without words. */
function wordMatcher(words: readonly string[]): RegExp | null {
  const patterns = words
    .map((word) => searchable(word).trim())
    .filter((word) => word.replaceAll('*', '') !== '')
    .map(wordPattern);
  return patterns.length === 0 ? null : new RegExp(patterns.join('|'), 'u');
}

/** Scripts without spaces: a word there may be part of any run of letters. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const STARTS_SPACED = new RegExp(String.raw`^(?!${UNSPACED})[\p{L}\p{N}]`, 'u');
const ENDS_SPACED = new RegExp(String.raw`(?!${UNSPACED})[\p{L}\p{N}]$`, 'u');

/** Word edges are tested with Unicode properties, because `\b` only knows ASCII letters. */
function wordPattern(word: string): string {
  const stem = word.replace(/\*+$/, '');
  const literal = stem
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`);
  const start = STARTS_SPACED.test(stem) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const end = ENDS_SPACED.test(stem) && stem === word ? String.raw`(?![\p{L}\p{N}])` : '';
  return `${start}${literal}${end}`;
}

/** Lower case, compatibility forms unified, without accents of Latin, Greek and Cyrillic. */
function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}
