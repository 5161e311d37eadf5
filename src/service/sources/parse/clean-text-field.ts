import { oneLine } from '../document/clean-text.js';
import { htmlToText, sanitisedToText } from '../document/html-to-text.js';
import { type Place, placeAt, resolveReference } from '../document/references.js';
import { sanitiseHtml, textToHtml } from '../document/sanitise-html.js';
import type { RawText } from './raw-entry.js';

const MAX_TITLE = 1000;

/** Maximum number of characters of a title that are read. */
const LOOKED_AT = 20_000;

const TAG = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/i;
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;

/** Formatting tags that publishers use in titles. Other tags in a title are its subject. */
const INLINE =
  /<(b|i|em|strong|span|sub|sup|u|s|small|code|cite|q|mark|a|font|p|div|h\d)(?:\s[^<>]*)?>[\s\S]*<\/\1>|<(?:br|wbr|img)(?:\s[^<>]*)?\/?>/i;

/**
 * A title as one line of text. RSS does not say whether a title is HTML. Half of the feeds with a
 * reference or a formatting tag mean HTML, so those are decoded; "How to use <b>" is not.
 */
export function plainTitle({ value: whole, kind }: RawText, maxLength = MAX_TITLE): string {
  const value = whole.slice(0, LOOKED_AT);
  const isHtml =
    kind === 'html' || (kind === 'unknown' && (INLINE.test(value) || REFERENCE.test(value)));
  if (!isHtml) return oneLine(value, maxLength);
  const markup = kind === 'html' || INLINE.test(value) ? value : value.replace(/</g, '&lt;');
  return oneLine(htmlToText(markup), maxLength);
}

/** The body of an entry, as HTML and as plain text. */
export function cleanBody(
  { value, kind }: RawText,
  place: Place,
): { descriptionHtml: string; descriptionText: string } {
  const isHtml =
    kind === 'html' || (kind === 'unknown' && (TAG.test(value) || REFERENCE.test(value)));
  const descriptionHtml = isHtml ? sanitiseHtml(value, place) : textToHtml(value);
  return { descriptionHtml, descriptionText: sanitisedToText(descriptionHtml) };
}

/** The first title that has text; "" if none has. */
export function firstTitle(titles: readonly RawText[], maxLength = MAX_TITLE): string {
  for (const title of titles) {
    const text = plainTitle(title, maxLength);
    if (text !== '') return text;
  }
  return '';
}

/**
 * The first http(s) address of several links, absolute; null if there is none. @param place base of
 * the links
 */
export function firstAddress(links: readonly string[], place: Place | string): string | null {
  const where = typeof place === 'string' ? placeAt(place) : place;
  for (const link of links) {
    const address = resolveReference(link, where);
    if (address !== null) return address;
  }
  return null;
}
