import { isObject } from '../../../base/json.js';
import { type Column, recordColumns } from './columns.js';
import { type Choice, chooseFields, type Fields } from './fields.js';
import { writePath } from './path.js';

/** A list of records in a document. */
export interface RecordList {
  /** Path of the records. */
  items: string;
  records: readonly unknown[];
  columns: readonly Column[];
  fields: Fields;
  choices: Readonly<Record<keyof Fields, Choice[]>>;
  /** 0 to 1: probability that its records are items. */
  score: number;
}

/** Maximum number of records that are read of one list. */
const MAX_RECORDS = 2_000;
/** Maximum number of lists that are compared in one document. */
const MAX_LISTS = 100;

/** Minimum scores: the records of a list of items have titles and at least one other field. */
const LEAST = { title: 0.3, other: 0.25, list: 0.2 };

/**
 * The lists of a document whose records may be items, the most likely first. @param url its address
 */
export function findLists(document: unknown, url: string): RecordList[] {
  return [...arraysOf(document)]
    .slice(0, MAX_LISTS)
    .map(([items, records]) => recordList(items, records, url))
    .filter((list) => list.score >= LEAST.list)
    .sort((a, b) => b.score - a.score);
}

/** The records at a path as a list. */
export function recordList(items: string, all: readonly unknown[], url: string): RecordList {
  const records = all.slice(0, MAX_RECORDS);
  const columns = recordColumns(records);
  const chosen = chooseFields(columns, url);
  const list = { items, records, columns, ...chosen };
  return { ...list, score: scoreOf(list) };
}

function scoreOf({ items, records, choices }: Omit<RecordList, 'score'>): number {
  const best = (role: keyof Fields) => choices[role][0]?.score ?? 0;
  const title = best('title');
  const others = [best('link'), best('date'), best('id')];
  if (title < LEAST.title || Math.max(...others) < LEAST.other) return 0;
  const said = title + best('link') + best('date') + 0.3 * best('id') + 0.3 * best('text');
  const length = Math.min(1, 0.4 + records.length / 10);
  const depth = 0.9 ** (items === '.' ? 0 : items.split('.').length);
  return Math.min(1, (said / 3.2) * length * depth);
}

/**
 * The arrays of objects in a document, by path. The arrays within all objects of one array are one
 * list, such as the posts of several sections.
 */
function arraysOf(document: unknown): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      const objects = value.filter(isObject);
      if (objects.length > 0 && objects.length * 2 > value.length) {
        const key = writePath(path);
        const list = found.get(key);
        if (list === undefined) found.set(key, objects);
        else if (list.length < MAX_RECORDS) list.push(...objects.slice(0, MAX_RECORDS));
      }
      for (const one of value) visit(one, path);
    } else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
    }
  };
  visit(document, []);
  return found;
}
