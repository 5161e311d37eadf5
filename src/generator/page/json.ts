import { buildTree } from './build.js';
import { textOf } from './text.js';

/** An unchecked JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/**
 * Parses JSON in the form that sites write: with comment marks around it, stray commas and raw line
 * breaks.
 */
export function parseLooseJson(text: string): Json | undefined {
  const body = text
    .replace(
      /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*$/g,
      '',
    )
    .trim();
  return (
    parseStrict(body) ??
    parseStrict(
      body
        .replace(/;\s*$/, '')
        .replace(/[\u0000-\u001f]+/g, ' ')
        .replace(/,\s*(?=[}\]])/g, ''),
    )
  );
}

export function parseStrict(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One value as a list: schema.org and others write single values without brackets. */
export function asList(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Text of a value that is a string or a number, with its tags and entities; otherwise "". */
export function asText(value: Json | undefined): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

const MAX_CHARACTERS = 1_000;

/** The plain text of a value that may be HTML: interfaces send both without a marker. */
export function plainText(value: string): string {
  const text = value.slice(0, MAX_CHARACTERS * 4);
  if (!/[<&]/.test(text)) return shorten(text.replace(/\s+/g, ' ').trim());
  const tree = buildTree(text);
  return shorten(textOf(tree.nodes, tree.root));
}

function shorten(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf(' ', MAX_CHARACTERS);
  return `${text.slice(0, end > 0 ? end : MAX_CHARACTERS)}…`;
}
