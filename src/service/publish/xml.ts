/**
 * A small XML writer. feedsmith's generators are not used because their output is not valid for real
 * items: every value with an `&` - most links - becomes CDATA between line breaks, which makes the
 * white space part of the link or the atom:id; control characters and lone surrogates pass; `&apos;`
 * inside CDATA is rewritten; and a list without members loses its required elements.
 */

export type Attributes = Record<string, string>;

/** An element that holds text. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${written(attributes)}>${escapeText(text)}</${name}>`;
}

/** An element that holds elements, each on its line. */
export function parentElement(
  name: string,
  children: readonly string[],
  attributes: Attributes = {},
): string {
  return `<${name}${written(attributes)}>\n${children.map((child) => `${child}\n`).join('')}</${name}>`;
}

/** An element that holds nothing. */
export function emptyElement(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

/** The whole document around its root element. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** In one pass: three take almost twice as long for HTML. */
function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => REFERENCES[character] ?? character);
}

/** White space other than a plain space would come out of a parser as a space: it is kept. */
function escapeAttribute(value: string): string {
  return escapeText(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}
