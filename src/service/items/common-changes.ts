import { normalisedText, withoutPlainNumbers } from '../../base/noise.js';
import { SAME } from '../../base/same/thresholds.js';
import { runQueued } from '../core/async/event-loop-queue.js';
import { chunks, type Db } from '../store/store.js';
import type { Update } from './changes.js';
import { type DocumentComparison, type IncomingItem, rewritesOf } from './compare-document.js';
import { readTextsOf, type StoredItem, type StoredText } from './stored-items.js';

type ItemUpdate = Update<StoredItem, IncomingItem>;

/** Maximum length of texts that are compared by words: a document has hundreds of texts. */
const MAX_LENGTH = 32_000;
/** Number of characters that are compared in one turn of the event loop. */
const IN_ONE_TURN = 64_000;
/** Maximum number of characters that are compared per document; changes beyond it are published. */
const MAX_COMPARED = 4_000_000;

/**
 * Silences changes that no author made. If half of the known entries changed in the same way, the
 * change comes from the template of the source. A number that changed several times within a day
 * counts something.
 */
export async function silenceCommonChanges(
  db: Db,
  feedId: string,
  { changes, list }: Pick<DocumentComparison, 'changes' | 'list'>,
): Promise<void> {
  const told = rewritesOf(changes).filter(({ announce, stored }) => announce && !stored.textState);
  const listed = list?.identities.length ?? changes.listed.length;
  const known = listed - changes.added.length;
  const half = known * SAME.template.part;
  const isTemplate = known >= SAME.template.entries && told.length >= half;
  const candidates = isTemplate ? told : told.filter(isRestless);
  if (candidates.length === 0) return;
  const alike = new Map<string, Set<ItemUpdate>>();
  let compared = 0;
  for (const part of chunks(candidates, TEXTS_AT_ONCE)) {
    const keys = part.map(({ stored }) => stored.key);
    const texts = await readTextsOf(db, feedId, keys);
    let turn: [ItemUpdate, StoredText][] = [];
    let characters = 0;
    for (const update of part) {
      const stored = texts.get(update.stored.key);
      const length = stored === undefined ? 0 : lengthOf(stored, update.incoming);
      if (stored === undefined || length > 2 * MAX_LENGTH) continue;
      turn.push([update, stored]);
      characters += length;
      if (characters < IN_ONE_TURN) continue;
      await runQueued(() => noteMarks(turn, alike));
      [turn, compared, characters] = [[], compared + characters, 0];
    }
    await runQueued(() => noteMarks(turn, alike));
    compared += characters;
    if (compared > MAX_COMPARED) break;
  }
  for (const updates of isTemplate ? alike.values() : []) {
    if (updates.size >= half) for (const update of updates) update.announce = false;
  }
}

/** Maximum number of texts that are read at once: each may have 256 KB. */
const TEXTS_AT_ONCE = 50;

function lengthOf(stored: StoredText, { entry }: IncomingItem): number {
  const lengths = [stored.text.length, entry.descriptionText.length];
  return Math.max(...lengths) < MAX_LENGTH
    ? lengths.reduce((sum, one) => sum + one, 0)
    : Number.POSITIVE_INFINITY;
}

/**
 * Groups updates by the marks of their changes; updates in which only a counter changed are
 * silenced.
 */
function noteMarks(
  compared: readonly (readonly [ItemUpdate, StoredText])[],
  alike: Map<string, Set<ItemUpdate>>,
): void {
  for (const [update, stored] of compared) {
    const marks = marksOfChange(stored, update.incoming);
    if (isRestless(update) && marks.includes(NUMBERS)) update.announce = false;
    for (const mark of marks) alike.set(mark, (alike.get(mark) ?? new Set()).add(update));
  }
}

/** True if an item had as many states within a day as one with a counter has. */
function isRestless({ told }: ItemUpdate): boolean {
  return told !== null && (JSON.parse(told) as unknown[]).length > SAME.restless;
}

/** The mark of a change that affects only numbers or punctuation. */
const NUMBERS = '=';

/**
 * Marks by which the changes of several entries are compared: the words that were added and
 * removed. If words were only added or only removed in one place, the first or last of them is the
 * mark, because it is the name of a field.
 */
function marksOfChange(stored: StoredText, { entry }: IncomingItem): string[] {
  const texts = [stored, { title: entry.title, text: entry.descriptionText }];
  const [before = [], after = []] = texts.map(({ title, text }) =>
    changedWords(`${title}\n${text}`),
  );
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const gone = before.slice(start, before.length - end);
  const come = after.slice(start, after.length - end);
  const sign = gone.length === 0 ? '+' : '-';
  const [one, other] = gone.length === 0 ? [come, gone] : [gone, come];
  const field =
    other.length > 0 || one.length === 0 ? [] : [`${sign}${one[0]} `, `${sign} ${one.at(-1)}`];
  return [`=${surplus(come, gone)}${surplus(gone, come)}`, ...field];
}

function changedWords(text: string): string[] {
  const lines = text.split('\n').map((line) => withoutPlainNumbers(normalisedText(line)));
  return lines.join('\n').match(WORD) ?? [];
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,:]\p{N}+)*/gu;

/** The words that one list contains more often than the other, each after a line break. */
function surplus(words: readonly string[], others: readonly string[]): string {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const more = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return more.length === 0 ? '' : `\n${more.sort().join(' ')}`;
}
