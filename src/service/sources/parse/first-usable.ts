import { resolveUrl } from '../document/resolve-url.js';
import { MAX_TITLE, plainTitle } from './clean-text-field.js';
import type { RawText } from './raw-entry.js';

/** The first of several titles that has a text; "" when none has. */
export function firstTitle(titles: readonly RawText[], maxLength = MAX_TITLE): string {
  for (const title of titles) {
    const text = plainTitle(title, maxLength);
    if (text !== '') return text;
  }
  return '';
}

/** The first of several links that is an http(s) address, absolute; null when none is. */
export function firstAddress(links: readonly string[], base: string): string | null {
  for (const link of links) {
    const address = resolveUrl(link, base);
    if (address !== null) return address;
  }
  return null;
}
