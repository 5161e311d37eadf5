import { isObject } from '../../../base/json.js';
import { OWN_TEXT, textOfValue, writePath } from './path.js';

/** A path that records share, with the first text at it in each record. */
export interface Column {
  path: string;
  /** Steps of the path. */
  names: readonly string[];
  texts: readonly string[];
  /** Share of the records that have it. */
  share: number;
  /** Share of its texts that are distinct. */
  distinct: number;
}

/** Number of records that are examined for the contents of a column. */
const MAX_LOOKED_AT = 100;
/** Maximum depth of objects within a record. */
const MAX_DEPTH = 5;
/** Maximum number of columns of one list; records with more are no rows. */
const MAX_COLUMNS = 300;
/** Number of characters of a text that are examined. */
const MAX_TEXT = 2_000;

/** The columns of a list of records, in the order of their first occurrence. */
export function recordColumns(records: readonly unknown[]): Column[] {
  const looked = records.slice(0, MAX_LOOKED_AT);
  const found = new Map<string, { names: readonly string[]; texts: string[] }>();
  for (const record of looked) {
    const seen = new Set<string>();
    for (const [names, text] of scalarsOf(record, [])) {
      const path = writePath(names);
      if (seen.has(path)) continue;
      seen.add(path);
      const column = found.get(path);
      if (column !== undefined) column.texts.push(text);
      else if (found.size < MAX_COLUMNS) found.set(path, { names, texts: [text] });
    }
  }
  return [...found].map(([path, { names, texts }]) => ({
    path,
    names,
    texts,
    share: texts.length / looked.length,
    distinct: new Set(texts).size / texts.length,
  }));
}

/** The texts within a value, with the names that lead to each. */
function* scalarsOf(
  value: unknown,
  names: readonly string[],
): Generator<[names: readonly string[], text: string]> {
  const text = textOfValue(value);
  if (text !== undefined && names.length > 0) yield [names, text.slice(0, MAX_TEXT)];
  if (names.length >= MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, 3)) yield* scalarsOf(one, names);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (name !== OWN_TEXT) yield* scalarsOf(inner, [...names, name]);
    }
  }
}
