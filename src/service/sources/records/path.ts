import { isObject } from '../../../base/json.js';

/** The steps of a path through the objects of a document. */
export type Path = readonly string[];

/**
 * What is between the selector of a script and the path in its data, which CSS has no combinator for:
 * `script#__NEXT_DATA__ >> props.posts`.
 */
export const SCRIPT_SEPARATOR = '>>';

/** The document itself. */
const ROOT = /^[.$]?$/;

/**
 * Reads a dotted path: `results`, `data.posts`, `author.name`, `posts[0].title`, `item.@id`. `.` and `$`
 * are the document itself, a backslash takes the meaning of the dot behind it, and `[]` and `[*]` say
 * what is so anyway: a path goes through all objects of an array.
 */
export function parsePath(text: string): Path {
  const bare = text.trim().replace(/^\$\.?(?=.)/, '');
  if (ROOT.test(bare)) return [];
  const steps = bare.replace(/\[(?:\*|)\]/g, '').replace(/\[(\d+)\]/g, '.$1');
  return [...steps.matchAll(/(?:\\.|[^.\\])+/g)].map(([step]) => step.replace(/\\(.)/g, '$1'));
}

/** Writes a path so that `parsePath` reads it. */
export function writePath(path: Path): string {
  return path.length === 0 ? '.' : path.map((step) => step.replace(/[.\\]/g, '\\$&')).join('.');
}

/** Values found at one path; a document has at most 300,000 parts. */
const MAX_VALUES = 50_000;

/** What stands at a path; of arrays on the way, and at its end, each element. */
export function valuesAt(document: unknown, path: Path): unknown[] {
  let found = pathElements(document);
  for (const [at, step] of path.entries()) {
    const isIndex = /^\d+$/.test(step);
    // An index counts in the array itself, which the step before has opened.
    found =
      isIndex &&
      (at > 0 || Array.isArray(document)) &&
      !found.some((value) => hasMember(value, step))
        ? found.slice(Number(step), Number(step) + 1)
        : found.flatMap((value) => pathElements(member(value, step))).slice(0, MAX_VALUES);
  }
  return found;
}

function pathElements(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function hasMember(value: unknown, name: string): boolean {
  return isObject(value) && Object.hasOwn(value, name);
}

/** A member by its name, of XML also by its name without the prefix. */
function member(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const prefixed = Object.keys(value).find((key) => key.endsWith(`:${name}`));
  return prefixed === undefined ? undefined : value[prefixed];
}

/** Where the text of an XML element stands that has attributes or children as well. */
export const OWN_TEXT = '#text';

/** A value as text; undefined for objects, and for what says nothing. */
export function textOfValue(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (isObject(value)) return textOfValue(value[OWN_TEXT]);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/**
 * The texts that a field names in a record: those at its path, or the one that a template such as
 * `https://example.com/p/{id}` makes of them. A template whose path is not there gives none.
 */
export function textsAt(record: unknown, field: string): string[] {
  if (!/\{[^{}]+\}/.test(field)) {
    return valuesAt(record, parsePath(field)).flatMap((value) => textOfValue(value) ?? []);
  }
  const isAddress = /^(?:https?:\/\/|\/)/i.test(field);
  let isWhole = true;
  const text = field.replace(/\{([^{}]+)\}/g, (_, path: string) => {
    const [value] = valuesAt(record, parsePath(path)).flatMap((one) => textOfValue(one) ?? []);
    isWhole &&= value !== undefined;
    return isAddress ? encodeURIComponent(value ?? '').replaceAll('%2F', '/') : (value ?? '');
  });
  return isWhole ? [text] : [];
}
