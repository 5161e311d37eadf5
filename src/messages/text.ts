import { withoutHidden } from '../base/hidden-characters.js';
import { isUrl } from '../base/url.js';

/** Longest address in a message; longer ones are left out, as a cut address leads nowhere. */
const MAX_URL_LENGTH = 1500;

/** What separates words in one line, and what a terminal or a chat could take as a command. */
const UNPRINTABLE = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
const LONE_SURROGATES = /\p{Cs}/gu;

/** One line of text without control characters, of at most `max` characters (UTF-16 units). */
export function cleaned(text: string, max: number): string {
  // Escapes and entities were resolved before; a bounded prefix keeps long articles cheap.
  const start = text.slice(0, max * 4 + 1000);
  const visible = withoutHidden(start).replace(LONE_SURROGATES, '');
  return cutText(visible.replace(UNPRINTABLE, ' ').trim(), max);
}

/** The start of a text with "…" when it is longer than `max`; never half a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= 0) return '';
  const start = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}…`;
}

/** As `cutText`, for a limit of the escaped text; never cuts what stands for one character. */
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

/** As `cutText`, for a limit of UTF-8 bytes. */
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

/** A character that shows nothing. */
const NOTHING = '\u200b';

/**
 * A text that mentions no person where a chat reads plain text: `@channel`, `/start`, `<!here>`, `<users/all>`
 * and `[text](address)` mean nothing with a character behind their first sign that is not seen. An
 * `@` within a word, as of a mail address, mentions no person.
 */
export function withoutMentions(text: string): string {
  return text
    .replace(/(?<![A-Za-z0-9_])@(?=[\p{L}\p{N}_])/gu, `@${NOTHING}`)
    .replace(/(?<=^|\s)\/(?=[\p{L}\p{N}_])/gu, `/${NOTHING}`)
    .replace(/<(?=[!@#]|users\/)/g, `<${NOTHING}`)
    .replace(/\](?=\()/g, `]${NOTHING}`);
}

/** Backslashes before the characters that Markdown gives a meaning. */
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
