import { SourceText } from '../document/source-text.js';

/** Characters at the start of a document that are searched for declarations. */
const MAX_SUBSET = 65_536;
/** Maximum number of entities; HTML has 253. */
const MAX_ENTITIES = 300;
const MAX_VALUE = 1000;
/** Maximum nesting of entities. */
const MAX_ROUNDS = 3;
/** Maximum growth of a document by replacements, in characters. */
const MAX_ADDED = 1_000_000;

const DECLARATION = /<!ENTITY\s+([A-Za-z_][\w.-]{0,63})\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const REFERENCE = /&([A-Za-z_][\w.-]{0,63});/g;
const SECTION = '<![CDATA[';

/**
 * The document with the entities of its own DOCTYPE (`<!ENTITY co "Example &amp; Co">`) replaced.
 * Values are text of the document itself: nothing is fetched, and a document that grows beyond the
 * limits stays as it is.
 */
export function withOwnEntities(text: SourceText): SourceText {
  const start = text.markup.slice(0, MAX_SUBSET);
  const from = start.search(/<!DOCTYPE/i);
  if (from < 0 || !start.includes('<!ENTITY')) return text;
  const end = start.search(/\]\s*>/);
  if (end < from) return text;
  const whole = text.toString();
  const behind = whole.search(/\]\s*>/);
  const entities = declared(whole.slice(0, behind));
  if (entities.size === 0) return text;
  return SourceText.of(whole.slice(0, behind) + replaced(whole.slice(behind), entities));
}

function declared(subset: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of subset.matchAll(DECLARATION)) {
    const value = double ?? single ?? '';
    const isUsual = !PREDEFINED.has(name) && !found.has(name) && value.length <= MAX_VALUE;
    if (isUsual && found.size < MAX_ENTITIES) found.set(name, value);
  }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    for (const [name, value] of found) {
      const next = value.replace(
        REFERENCE,
        (reference, inner: string) => found.get(inner) ?? reference,
      );
      if (next.length <= MAX_VALUE) found.set(name, next);
    }
  }
  const names = new Set(found.keys());
  for (const [name, value] of found) {
    const inner = [...value.matchAll(REFERENCE)];
    if (inner.some(([, other = '']) => names.has(other))) found.delete(name);
  }
  return found;
}

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Replaces entities outside CDATA sections, which contain no references. */
function replaced(text: string, entities: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  let room = MAX_ADDED;
  const replace = (part: string) =>
    part.replace(REFERENCE, (reference, name: string) => {
      const value = entities.get(name);
      if (value === undefined || value.length > room) return reference;
      room -= value.length;
      return value;
    });
  for (let from = 0; from < text.length; ) {
    const section = text.indexOf(SECTION, from);
    const end = section < 0 ? -1 : text.indexOf(']]>', section);
    if (end < 0) return parts.join('') + replace(text.slice(from));
    parts.push(replace(text.slice(from, section)), text.slice(section, end + 3));
    from = end + 3;
  }
  return parts.join('');
}
