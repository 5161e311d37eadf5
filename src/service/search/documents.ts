import type { Author, ItemExtras } from '../../contract/index.js';
import type { SearchQuery, Term } from './parse-query.js';
import { wordsOf } from './words.js';

/** Maximum number of words indexed per item: a position in PostgreSQL is at most 16383. */
const MAX_WORDS = 10_000;

/** Between fields, so that no phrase reaches from one into the next; never a word of a query. */
const GAP = '|';

/** The columns of an item that are searched. */
export interface SearchableItem {
  title: string;
  description_text: string;
  /** JSON of `Author[]`. */
  authors: string;
  /** JSON of `ItemExtras`. */
  extras: string | null;
}

/**
 * The words that limit a search to an account or a feed: each document contains its own. They have
 * a sign in front that no word of a text has. `group`, of items with consecutive numbers, is added by
 * the index of PostgreSQL.
 */
export const scopeWords = {
  account: (id: string) => `@${id}`,
  feed: (id: string) => `#${id}`,
  group: (bits: number, group: number) => `%${bits}:${group}`,
};

/** The words of an item in order, scope first. */
export function documentOf(
  item: SearchableItem,
  { accountId, feedId }: { accountId: string; feedId: string },
): string[] {
  const { summary = '', tags = [] } = readJson<ItemExtras>(item.extras) ?? {};
  const authors = (readJson<Author[]>(item.authors) ?? []).map(({ name }) => name);
  const words = [scopeWords.account(accountId), scopeWords.feed(feedId)];
  for (const text of [item.title, item.description_text, summary, ...authors, ...tags]) {
    if (words.length >= MAX_WORDS) break;
    const more = wordsOf(text, MAX_WORDS - words.length);
    if (more.length > 0) words.push(GAP, ...more);
  }
  return words;
}

/** Words that an item must have one of each group of. */
export type Scopes = readonly (readonly string[])[];

/** Null for a damaged column: one bad row must not keep all others from being indexed. */
function readJson<T>(column: string | null): T | null {
  try {
    return JSON.parse(column ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** The query for the index of SQLite (FTS5). Every word is quoted, so none is an operator. */
export function ftsQuery({ all, none }: SearchQuery, scopes: Scopes): string {
  const required = [...scopes.map((words) => anyOf(words.map(quoted))), ...all.map(ftsTerm)];
  const found = `(${required.join(' AND ')})`;
  return none.length === 0 ? found : `${found} NOT ${anyOf(none.map(ftsTerm))}`;
}

function ftsTerm({ words, isPrefix }: Term): string {
  return `${quoted(words.join(' '))}${isPrefix ? ' *' : ''}`;
}

/** Words have no quotation marks; ids of feeds in a request could. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function anyOf(terms: readonly string[]): string {
  return `(${terms.join(' OR ')})`;
}

/** The same query for PostgreSQL, as text of a `tsquery`. */
export function tsQuery({ all, none }: SearchQuery, scopes: Scopes): string {
  const either = (terms: readonly string[]) => `(${terms.join(' | ')})`;
  const required = [...scopes.map((words) => either(words.map(lexeme))), ...all.map(tsTerm)];
  const excluded = none.map((term) => `!${tsTerm(term)}`);
  return [...required, ...excluded].join(' & ');
}

function tsTerm({ words, isPrefix }: Term): string {
  const last = words.length - 1;
  const parts = words.map((word, at) => `${lexeme(word)}${isPrefix && at === last ? ':*' : ''}`);
  return `(${parts.join(' <-> ')})`;
}

/** The words of a document as text of a `tsvector`, with their positions. */
export function tsVector(words: readonly string[]): string {
  const positions = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = positions.get(word);
    if (known === undefined) positions.set(word, [at + 1]);
    else if (known.length < MAX_POSITIONS) known.push(at + 1);
  }
  return [...positions].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`).join(' ');
}

/** PostgreSQL keeps no more positions of a word. */
const MAX_POSITIONS = 255;

function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
