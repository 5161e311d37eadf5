import { isObject } from '../../../base/json.js';
import { OWN_TEXT, textOfValue, writePath } from './path.js';

/** A place that records share, with what stands there: the first text of each record. */
export interface Column {
  path: string;
  /** The steps of the path. */
  names: readonly string[];
  texts: readonly string[];
  /** Share of the records that have it. */
  share: number;
  /** Share of its texts that differ. */
  distinct: number;
}

/** Records looked at to tell what stands in a column. */
const MAX_LOOKED_AT = 100;
/** Levels of objects within a record that are looked through. */
const MAX_DEPTH = 5;
/** Columns of one list; records that have more are no rows. */
const MAX_COLUMNS = 300;
/** Characters of a text that are looked at. */
const MAX_TEXT = 2_000;

/** The columns of a list of records, in the order in which they first stand there. */
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

/** The texts within a value, each with the names that lead to it. */
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
