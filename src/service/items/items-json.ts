import type { Item } from '../../contract/index.js';
import { type AnswerBytes, encodeText } from '../core/answers.js';

/** The end of a response whose head was sent earlier: the items, and the closing brace. */
export function itemsEnd(items: readonly Item[]): AnswerBytes {
  return encodeText(`,"items":${JSON.stringify(items)}}`);
}

/** The columns that identify an item. */
export interface ItemKey {
  feed_id: string;
  identity: string;
}

/** The keys as a parameter of `json_each`. */
export function keysJson(keys: readonly ItemKey[]): string {
  return JSON.stringify(keys.map(({ feed_id, identity }) => [feed_id, identity]));
}
