import { legalText, textAsHtml } from '../../publish/text.js';

/** Characters that turn the direction of the text around them, or are invisible. */
const HIDDEN = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** Remote text on a page: it cannot end its element, nor change how its neighbours are read. */
export function escaped(text: string): string {
  return textAsHtml(legalText(text).replace(HIDDEN, ''));
}

/** An address in an attribute. */
export function attribute(address: string): string {
  return escaped(address).replaceAll("'", '&#39;');
}

/** `2026-11-22`: the same wherever the page is built. */
export function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
