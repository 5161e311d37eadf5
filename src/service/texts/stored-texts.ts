import type { ItemExtras } from '../../contract/index.js';
import type { SourceEntry } from '../core/source-document.js';
import { indexItems } from '../items/index-items.js';
import { hasPageText, type TextState } from '../items/text-state.js';
import type { Db } from '../store/store.js';
import { chunks } from '../store/store.js';

/** States of items whose pages are to be fetched. */
const PENDING_TEXTS = ['waiting', 'stale', 'retry'] as const satisfies TextState[];

/** The text of an item, as stored. */
export interface ItemText {
  descriptionHtml: string;
  descriptionText: string;
}

/** An item whose page can be fetched. */
export interface TextItem {
  key: string;
  url: string;
  addedAt: number;
  position: number;
  fingerprint: string;
  textState: TextState | null;
  /** Number of characters of the text in the feed itself. */
  ownLength: number;
  /** The beginning of that text. */
  ownStart: string;
  /** JSON of `ItemExtras`. */
  extras: string | null;
  descriptionText: string;
}

/** The new text of an item; without `text` only its state changes. */
export interface TextUpdate {
  item: TextItem;
  state: TextState;
  text?: ItemText;
}

const KEYS_PER_STATEMENT = 100;

/** The stored texts of some items of a feed, by identity. */
export async function readTexts(
  db: Db,
  feedId: string,
  keys: readonly string[],
): Promise<Map<string, ItemText>> {
  const texts = new Map<string, ItemText>();
  for (const some of chunks(keys, KEYS_PER_STATEMENT)) {
    const rows = await db
      .selectFrom('items')
      .select(['identity', 'description_html as descriptionHtml'])
      .select('description_text as descriptionText')
      .where('feed_id', '=', feedId)
      .where('identity', 'in', some)
      .execute();
    for (const { identity, ...text } of rows) texts.set(identity, text);
  }
  return texts;
}

/** Selects the items of `selectTextItems`. */
interface TextSelection {
  /** `pending`: see `PENDING_TEXTS`; `missing`: all without the text of their page. */
  only?: 'pending' | 'missing' | undefined;
  /** The last item before the selection; null: from the start. */
  after?: readonly [addedAt: number, position: number] | null;
  limit: number;
}

/** Number of characters that suffice to recognise a text. */
const MAX_START = 1000;

/** Items of a feed with an address, newest first. */
export async function selectTextItems(
  db: Db,
  feedId: string,
  { only, after = null, limit }: TextSelection,
): Promise<TextItem[]> {
  let query = db
    .selectFrom('items')
    .select(['identity as key', 'url', 'added_at as addedAt', 'position', 'fingerprint'])
    .select(['text_state as textState', 'extras', 'description_text as descriptionText'])
    .where('feed_id', '=', feedId)
    .where('url', '<>', '');
  if (only === 'pending') query = query.where('text_state', 'in', PENDING_TEXTS);
  if (only === 'missing') {
    query = query.where((item) =>
      item.or([item('text_state', 'is', null), item('text_state', 'not in', ['full', 'stale'])]),
    );
  }
  if (after !== null) {
    const [addedAt, position] = after;
    query = query.where((item) =>
      item.or([
        item('added_at', '<', addedAt),
        item.and([item('added_at', '=', addedAt), item('position', '>', position)]),
      ]),
    );
  }
  const rows = await query.orderBy('added_at', 'desc').orderBy('position').limit(limit).execute();
  return rows.map((row) => {
    const own = ownText(row.textState, row.descriptionText, row.extras);
    return { ...row, ownLength: own.length, ownStart: own.slice(0, MAX_START) };
  });
}

/** The feed's own text of a stored item: the summary, if the text of the page replaced it. */
function ownText(state: TextState | null, text: string, extras: string | null): string {
  return hasPageText(state) ? (storedSummary(extras) ?? '') : text;
}

function storedSummary(extras: string | null): string | undefined {
  return extras === null ? undefined : (JSON.parse(extras) as ItemExtras).summary;
}

/**
 * Stores texts of items. Skips items that changed since they were selected. @returns the number of
 * texts that changed
 */
export async function writeTexts(
  db: Db,
  feedId: string,
  updates: readonly TextUpdate[],
): Promise<number> {
  const changed: string[] = [];
  for (const { item, state, text } of updates) {
    const { numUpdatedRows } = await db
      .updateTable('items')
      .set({ text_state: state, ...(text && textColumns(item, text)) })
      .where('feed_id', '=', feedId)
      .where('identity', '=', item.key)
      .where('fingerprint', '=', item.fingerprint)
      .executeTakeFirstOrThrow();
    // Counts even if only the markup differs, because answers are cached by the revision.
    if (text !== undefined && numUpdatedRows > 0n) changed.push(item.key);
  }
  for (const keys of chunks(changed, KEYS_PER_STATEMENT)) await indexStored(db, feedId, keys);
  return changed.length;
}

async function indexStored(db: Db, feedId: string, keys: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('items')
    .select(['identity', 'title', 'description_text', 'authors', 'extras'])
    .where('feed_id', '=', feedId)
    .where('identity', 'in', keys)
    .execute();
  await indexItems(db, feedId, rows);
}

function textColumns(item: TextItem, { descriptionHtml, descriptionText }: ItemText) {
  const extras = item.extras === null ? {} : (JSON.parse(item.extras) as ItemExtras);
  const own = hasPageText(item.textState) ? extras.summary : item.descriptionText || extras.summary;
  const kept = own === undefined ? extras : { ...extras, summary: own };
  return {
    description_html: descriptionHtml,
    description_text: descriptionText,
    extras: Object.keys(kept).length === 0 ? null : JSON.stringify(kept),
  };
}

/** The entry with the text of its page; the feed's own text becomes its summary. */
export function withText(entry: SourceEntry, text: ItemText): SourceEntry {
  const summary = entry.descriptionText || entry.extras?.summary;
  const extras = { ...entry.extras, ...(summary && { summary }) };
  return {
    ...entry,
    ...text,
    extras: Object.keys(extras).length === 0 ? null : extras,
  };
}
