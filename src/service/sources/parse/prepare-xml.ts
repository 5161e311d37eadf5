import { hidePropertyNames } from './property-names.js';

/** XML 1.0 has no place for these; feeds have them all the same (miniflux, FreshRSS: many threads). */
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const DROPPED_OR_KEPT = /<!--|<!\[CDATA\[|<!DOCTYPE/gi;
/** One before anything but a letter or # is read as what it is, and stays. */
const BARE_AMPERSAND = /&(?=[#a-z])(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{0,31});)/gi;
const BARE_BRACKET = /<(?![a-z_/!?])/gi;

/**
 * Makes a feed fit for an XML parser: illegal control characters, comments and any DOCTYPE are
 * dropped, so no entity it defines is ever expanded or fetched; a bare `&` or `<` is escaped.
 *
 * feedsmith decodes references by the rules of HTML text, where `&copy=1` needs no semicolon. So
 * `?a=1&copy=2&amp;b=3` would come out with a © in it, were the bare `&` not escaped here.
 *
 * The text between two sections is repaired by native replacements: one call for each of 500,000
 * ampersands stalled the event loop for a second.
 */
export function prepareXml(text: string): string {
  const clean = text.replace(ILLEGAL, '');
  const parts: string[] = [];
  let from = 0;
  let hasDoctype = false;
  for (let match = next(clean, 0); match !== null; ) {
    const at = match.index;
    const isKept = match[0] === '<![CDATA[';
    const isDoctype = !isKept && match[0] !== '<!--';
    parts.push(escaped(clean.slice(from, at)));
    // A document has one DOCTYPE; looking for the end of each of 40,000 would be quadratic.
    from = isKept
      ? after(clean, ']]>', at)
      : isDoctype
        ? doctypeEnd(clean, at, hasDoctype)
        : after(clean, '-->', at);
    hasDoctype ||= isDoctype;
    if (isKept) parts.push(clean.slice(at, from));
    match = next(clean, from);
  }
  parts.push(escaped(clean.slice(from)));
  // Last, on the whole: dropping a comment can put two halves of a tag together.
  return hidePropertyNames(parts.join(''));
}

function next(text: string, from: number): RegExpExecArray | null {
  DROPPED_OR_KEPT.lastIndex = from;
  return DROPPED_OR_KEPT.exec(text);
}

function escaped(text: string): string {
  return text.replace(BARE_AMPERSAND, '&amp;').replace(BARE_BRACKET, '&lt;');
}

function after(text: string, closing: string, from: number): number {
  const at = text.indexOf(closing, from);
  return at < 0 ? text.length : at + closing.length;
}

/** Past the `>` of a DOCTYPE, whose internal subset may have more of them in brackets and quotes. */
function doctypeEnd(text: string, at: number, isSecond: boolean): number {
  if (isSecond) return after(text, '>', at);
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    else if (character === '>' && depth <= 0) return index + 1;
    else if (depth > 0 && text.startsWith('<!--', index)) index = after(text, '-->', index) - 1;
    else if (character === '"' || character === "'") {
      const close = text.indexOf(character, index + 1);
      if (close < 0) break;
      index = close;
    }
  }
  return after(text, '>', at);
}
