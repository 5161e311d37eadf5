import { escapeHtml } from '../../base/text.js';

/** Kind of a document whose text is followed. */
export type TextKind = 'html' | 'text' | 'csv' | 'json' | 'xml';

/**
 * A document that is no page, as markup of one: each line of a text, row of a table or value of a
 * JSON document becomes a line, and the first text of an object becomes its label.
 */
export function markupOf(kind: Exclude<TextKind, 'html'>, text: string, url: string): string {
  return `<!doctype html><title>${escapeHtml(fileTitle(url))}</title><body>${bodyOf(kind, text)}`;
}

function fileTitle(url: string): string {
  const { pathname, hostname } = new URL(url);
  const name = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function bodyOf(kind: Exclude<TextKind, 'html'>, text: string): string {
  if (kind === 'json') return jsonBody(text) ?? textBody(text);
  if (kind === 'xml') return xmlBody(text);
  return kind === 'csv' ? `<table>${csvRows(text).map(tableRow).join('')}</table>` : textBody(text);
}

/** A line for each element, with its attributes and its own text. */
function xmlBody(text: string): string {
  const lines: string[] = [];
  for (const [, cdata, name, attributes = '', content] of text.matchAll(XML_PART)) {
    const said = cdata === undefined ? content : escapeHtml(cdata);
    const values = [...attributes.matchAll(/=\s*(?:"([^"<]*)"|'([^'<]*)')/g)];
    if (name !== undefined) lines.push([name, ...values.map(([, a, b]) => a ?? b)].join(' '));
    else if (said !== undefined && lines.length > 0) lines[lines.length - 1] += ` ${said}`;
  }
  return lines
    .filter((line) => line.trim().includes(' '))
    .map((line) => `<div>${line}</div>`)
    .join('');
}

/** A CDATA section, a start tag, or text; other tags, declarations and comments are skipped. */
const XML_PART =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<([^\s<>/!?]+)([^<>]*)>|<[^<>]*>|([^<]+)/g;

function textBody(text: string): string {
  return text
    .split(/\r\n|[\n\r\f]/)
    .map((line) => {
      // Headings of Markdown, which many changelogs use.
      const level = /^(#{1,6})\s/.exec(line)?.[1]?.length;
      const tag = level === undefined ? 'div' : `h${level}`;
      return `<${tag}>${escapeHtml(line)}</${tag}>`;
    })
    .join('');
}

function tableRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
}

const SEPARATORS = [',', ';', '\t'];

/** Rows of comma-separated values (RFC 4180). */
function csvRows(text: string): string[][] {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  const rows: string[][] = [[]];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at] ?? '\n';
    if (isQuoted && at < text.length) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator || sign === '\n' || sign === '\r') {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign !== separator) rows.push([]);
    } else cell += sign;
  }
  return rows;
}

/** Maximum depth of values; deeper ones are left out. */
const MAX_DEPTH = 100;

/** Null for a text that is no JSON. */
function jsonBody(text: string): string | null {
  try {
    return linesOf(JSON.parse(text), '', 0);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function linesOf(value: unknown, name: string, depth: number): string {
  const label = name === '' ? '' : `${escapeHtml(name)}: `;
  if (depth > MAX_DEPTH) return `<div>${label}…</div>`;
  if (value === null || typeof value !== 'object') {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return `<div>${label}${escapeHtml(shown)}</div>`;
  }
  const head = name === '' ? '' : pageHeading(depth, escapeHtml(name));
  if (Array.isArray(value)) {
    return `<section>${head}${value.map((one) => linesOf(one, '', depth + 1)).join('')}</section>`;
  }
  const fields = Object.entries(value);
  const title = name === '' ? fields.findIndex(([, one]) => typeof one === 'string') : -1;
  const lines = fields.map(([key, one], at) => (at === title ? '' : linesOf(one, key, depth + 1)));
  const [key = '', first] = fields[title] ?? [];
  const named =
    title < 0 ? head : pageHeading(depth, `${escapeHtml(key)}: ${escapeHtml(String(first))}`);
  return `<section>${named}${lines.join('')}</section>`;
}

function pageHeading(depth: number, html: string): string {
  const level = Math.min(6, depth + 1);
  return `<h${level}>${html}</h${level}>`;
}
