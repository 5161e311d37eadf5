/**
 * A small XML writer. feedsmith's generators are not used because their output is not valid for real
 * items: every value with an `&` - most links - becomes CDATA between line breaks, which makes the
 * white space part of the link or the atom:id; control characters and lone surrogates pass; `&apos;`
 * inside CDATA is rewritten; and a list without members loses its required elements.
 */

export type Attributes = Record<string, string>;

/** An element with text. */
export function textElement(name: string, text: string, attributes?: Attributes): string {
  return `<${name}${attributeText(attributes)}>${escapeText(text)}</${name}>`;
}

/**
 * An element with HTML as CDATA, because a reference for every `<` would take as long as the rest
 * of the document, and a seventh of its length.
 */
export function htmlElement(name: string, html: string, attributes?: Attributes): string {
  if (!/[&<]/.test(html)) return textElement(name, html, attributes);
  const section = html.includes(']]>') ? html.replaceAll(']]>', ']]]]><![CDATA[>') : html;
  return `<${name}${attributeText(attributes)}><![CDATA[${section}]]></${name}>`;
}

/** An element, or null if the document has none. */
export type Child = string | null;

/**
 * An element with child elements on separate lines. Strings are added, not joined: joining would
 * copy the content again at every level.
 */
export function parentElement(
  name: string,
  children: readonly Child[],
  attributes?: Attributes,
): string {
  let lines = '';
  for (const child of children) if (child) lines += `${child}\n`;
  return `<${name}${attributeText(attributes)}>\n${lines}</${name}>`;
}

/** An empty element. */
export function emptyElement(name: string, attributes: Attributes): string {
  return `<${name}${attributeText(attributes)}/>`;
}

/** The whole document around its root element. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function attributeText(attributes?: Attributes): string {
  if (attributes === undefined) return '';
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    text += ` ${name}="${escapeAttribute(value)}"`;
  }
  return text;
}

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replace(/[&<>]/g, (character) => REFERENCES[character] ?? character);
}

/** Keeps white space other than a plain space, which a parser would read as a space. */
function escapeAttribute(value: string): string {
  if (!/[&<>"\n\t]/.test(value)) return value;
  return escapeText(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}
