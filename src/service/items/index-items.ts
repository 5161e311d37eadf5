import { setImmediate as nextIteration } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Author, ItemExtras } from '../../contract/index.js';
import { isPostgres } from '../store/dialect.js';
import { send } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import { textWords } from './words.js';

/** Maximum number of words that are indexed per item: a position in PostgreSQL is at most 16383. */
const MAX_WORDS = 10_000;

/**
 * Maximum total length of the indexed words: a `tsvector` has at most 1 MB, with up to 3 bytes a
 * character.
 */
const MAX_CHARACTERS = 250_000;

/**
 * Number of characters of words that one statement writes, in addition to those of one more item.
 */
const PER_STATEMENT = 100_000;

/**
 * Separator between fields, which prevents a phrase from matching across two of them; never a word
 * of a query.
 */
const GAP = '|';

/** The columns of an item that a search covers. */
interface SearchableItem {
  identity: string;
  title: string;
  description_text: string;
  /** JSON of `Author[]`. */
  authors: string;
  /** JSON of `ItemExtras`. */
  extras?: string | null | undefined;
}

/**
 * The words that limit a search to an account or a feed: each item in the index has its own. They
 * begin with a character that no word of a text contains.
 */
export const scopeWords = {
  account: (id: string) => `@${id}`,
  feed: (id: string) => `#${id}`,
};

/**
 * Sizes of the blocks of item numbers. On SQLite each item has words for the blocks that contain
 * its number, so that a search can be limited to a block: FTS5 compares a lower limit of the number
 * only with matches, and without one it continues to the end.
 */
export const BLOCKS = [16, 256, 4096, 65_536] as const;

/** The word of the block of this size that contains the number. */
export const blockWord = (size: number, number: number) => `=${size}:${Math.floor(number / size)}`;

/** The SQL expression for the words of all blocks. */
const BLOCK_WORDS = sql.raw(
  BLOCKS.map((size) => `' =${size}:' || (items.number / ${size})`).join(' || '),
);

/**
 * Writes the words of items to the index, in the transaction that has just written the items. Long
 * texts take seconds, so other work runs between two statements.
 */
export async function indexItems(
  db: Db,
  feedId: string,
  items: readonly SearchableItem[],
): Promise<void> {
  const write = isPostgres(db) ? writeVectors : writeTexts;
  const toText = isPostgres(db) ? tsVector : (words: readonly string[]) => words.join(' ');
  let made: [identity: string, words: string][] = [];
  let characters = 0;
  for (const item of items) {
    const words = toText(indexedDocument(item));
    made.push([item.identity, words]);
    characters += words.length;
    if (characters < PER_STATEMENT && item !== items.at(-1)) continue;
    await send(db, write(feedId, JSON.stringify(made)));
    if (characters >= PER_STATEMENT) await nextIteration();
    made = [];
    characters = 0;
  }
}

function writeTexts(feedId: string, made: string): RawBuilder<unknown> {
  return sql`
    insert or replace into item_words (rowid, words)
    select items.number, '@' || feeds.account_id || ' #' || feeds.id || ${BLOCK_WORDS} || ' ' || (made.value ->> 1)
    from feeds cross join json_each(${made}) as made
    cross join items on items.feed_id = feeds.id and items.identity = made.value ->> 0
    where feeds.id = ${feedId}`;
}

function writeVectors(feedId: string, made: string): RawBuilder<unknown> {
  return sql`
    insert into item_words (number, words)
    select items.number, array_to_tsvector(array['@' || feeds.account_id, '#' || feeds.id])
      || (made.value ->> 1)::tsvector
    from jsonb_array_elements(${made}::jsonb) as made (value)
    join feeds on feeds.id = ${feedId}
    join items on items.feed_id = feeds.id and items.identity = made.value ->> 0
    on conflict (number) do update set words = excluded.words`;
}

/** The words of an item, in order. */
export function indexedDocument(item: SearchableItem): string[] {
  const words: string[] = [];
  let room = MAX_CHARACTERS;
  for (const text of indexedTexts(item)) {
    for (const [index, word] of textWords(text, MAX_WORDS - words.length).entries()) {
      room -= word.length;
      if (room < 0 || words.length >= MAX_WORDS) return words;
      if (index === 0 && words.length > 0) words.push(GAP);
      words.push(word);
    }
  }
  return words;
}

/**
 * The texts of an item; damaged columns are left out, because one bad row must not prevent all
 * others from being written.
 */
function indexedTexts({
  title,
  description_text: text,
  authors,
  extras,
}: SearchableItem): string[] {
  try {
    const { summary = '', tags = [] } = (JSON.parse(extras ?? 'null') as ItemExtras | null) ?? {};
    const names = (JSON.parse(authors) as Author[]).map(({ name }) => name);
    return [title, text, summary, ...names, ...tags].map(String);
  } catch {
    return [title, text];
  }
}

/** Maximum number of positions that PostgreSQL keeps for a word. */
const MAX_POSITIONS = 255;

/** The text of a `tsvector` with the words and their positions. */
export function tsVector(words: readonly string[]): string {
  const positions = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = positions.get(word);
    if (known === undefined) positions.set(word, [at + 1]);
    else if (known.length < MAX_POSITIONS) known.push(at + 1);
  }
  return [...positions].map(([word, at]) => `${lexeme(word)}:${at.join(',')}`).join(' ');
}

/** A word in the syntax of a PostgreSQL `tsvector` or `tsquery`. */
export function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
