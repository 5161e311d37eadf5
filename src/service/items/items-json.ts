import type { Item } from '../../contract/index.js';
import { type AnswerBytes, encodeText } from '../core/answers.js';

/** The end of an answer whose head is sent before it: its items, and the brace that closes it. */
export function itemsEnd(items: readonly Item[]): AnswerBytes {
  return encodeText(`,"items":${JSON.stringify(items)}}`);
}

/** What identifies an item. */
export interface ItemKey {
  feed_id: string;
  identity: string;
}

/** Keys as a parameter for `json_each`. */
export function keysJson(keys: readonly ItemKey[]): string {
  return JSON.stringify(keys.map(({ feed_id, identity }) => [feed_id, identity]));
}
