import { withoutHidden } from '../base/hidden-characters.js';
import { isUrl } from '../base/url.js';

/**
 * Maximum length of an address in a message; longer ones are left out, because a cut address is
 * useless.
 */
const MAX_URL_LENGTH = 1500;

/** White space and characters that a terminal or a chat could interpret. */
const UNPRINTABLE = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
const LONE_SURROGATES = /\p{Cs}/gu;

/** One line of text without control characters, of at most `max` characters (UTF-16 units). */
export function cleaned(text: string, max: number): string {
  // Only a bounded prefix is cleaned, so that long articles are cheap; entities are resolved
  // already.
  const start = text.slice(0, max * 4 + 1000);
  const visible = withoutHidden(start).replace(LONE_SURROGATES, '');
  return cutText(visible.replace(UNPRINTABLE, ' ').trim(), max);
}

/**
 * The start of a text with "…" if it is longer than `max`; it never ends within a surrogate pair.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= 0) return '';
  const start = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}…`;
}

/** As `cutText`, but limits the escaped text; never cuts within an escape sequence. */
export function cutEscaped(text: string, max: number, escaped: (text: string) => string): string {
  let start = cutText(text, max);
  while (start.length > 1 && escaped(start).length > max) {
    const ratio = max / escaped(start).length;
    start = cutText(
      text,
      Math.max(1, Math.min(start.length - 1, Math.floor(start.length * ratio))),
    );
  }
  return escaped(start);
}

/** As `cutText`, but the limit is in UTF-8 bytes. */
export function cutBytes(text: string, max: number): string {
  if (byteLength(text) <= max) return text;
  let size = 0;
  let start = '';
  for (const character of text) {
    size += byteLength(character);
    if (size > max - 3) break;
    start += character;
  }
  return `${start.trimEnd()}…`;
}

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The normalised address; "" for any other scheme, a broken address, or one that is too long. */
export function httpUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || text.length > MAX_URL_LENGTH || !isUrl(text)) return '';
  const { href } = new URL(text);
  return href.length <= MAX_URL_LENGTH ? href : '';
}

/** A character without a glyph. */
const NOTHING = '\u200b';

/**
 * A text without mentions where a chat reads plain text: an invisible character after the first
 * sign of `@channel`, `/start`, `<!here>`, `<users/all>` and `[text](address)` takes their meaning
 * away. An `@` within a word, as in a mail address, is no mention.
 */
export function withoutMentions(text: string): string {
  return text
    .replace(/(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_])/gu, `@${NOTHING}`)
    .replace(/(?<=^|\s)\/(?=[\p{L}\p{N}_])/gu, `/${NOTHING}`)
    .replace(/<(?=[!@#]|users\/)/g, `<${NOTHING}`)
    .replace(/\](?=\()/g, `]${NOTHING}`);
}

/** Puts backslashes before the characters that have a meaning in Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~]/g, '\\$&');
}

/** An address between the parentheses of a Markdown link. */
export function markdownAddress(url: string): string {
  return url.replace(/[()<>[\]\\*_`~|]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}
