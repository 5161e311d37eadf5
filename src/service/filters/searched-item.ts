import { readChangeText } from '../../base/change-text.js';
import { foldText } from '../../base/fold-text.js';
import type { Item, RuleField } from '../../contract/index.js';

/** The fields of an item that rules search. */
export type SearchedItem = Pick<
  Item,
  'title' | 'description_text' | 'summary' | 'authors' | 'tags' | 'url'
>;

/**
 * Separator between values: no phrase matches across it, because white space is folded to spaces.
 */
const GAP = '\0';

/**
 * Separator between values for regular expressions, in which ^ and $ match at the ends of a line.
 */
const LINE_GAP = '\n';

/** The texts of one item. Each is joined and folded once, for any number of rules. */
export class Haystack {
  readonly #item: SearchedItem;
  readonly #raw = new Map<RuleField | null, string>();
  readonly #folded = new Map<RuleField | null, string>();

  constructor(item: SearchedItem) {
    this.#item = item;
  }

  /** The text of a field as the source writes it, for regular expressions. */
  raw(field: RuleField | null): string {
    return remembered(this.#raw, field, () => searchedText(this.#item, field, LINE_GAP));
  }

  /** The text of a field as `foldText` returns it, for words and phrases. */
  folded(field: RuleField | null): string {
    return remembered(this.#folded, field, () => foldText(searchedText(this.#item, field, GAP)));
  }
}

function remembered<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function searchedText(item: SearchedItem, field: RuleField | null, gap: string): string {
  const change = field === 'title' ? null : readChangeText(item.description_text);
  switch (field) {
    case null:
      // The title of a change may contain text that was removed.
      if (change !== null) return change.addedWithLabels.join(gap);
      return `${item.title}${gap}${searchedText(item, 'text', gap)}`;
    case 'title':
      return item.title;
    case 'text':
      if (change !== null) return change.addedWithLabels.join(gap);
      return item.summary === undefined
        ? item.description_text
        : `${item.description_text}${gap}${item.summary}`;
    case 'added':
    case 'removed':
      return (change?.[field] ?? []).join(gap);
    case 'author':
      return item.authors.map(({ name }) => name).join(gap);
    case 'tag':
      return (item.tags ?? []).join(gap);
    case 'url':
      return item.url;
  }
}
