import { object, oneOf, orNull, textShape } from '../../../base/read-shape.js';
import type { Fields } from './fields.js';

/** What is stored of a document of records: where its list is, and what of a record is what. */
export interface RecordsRule {
  /** The version of this shape. */
  records: 1;
  items: string;
  fields: Fields;
}

const path = orNull(textShape(2_000));

const recordsRule = object<RecordsRule, object>(
  {
    records: oneOf<1>([1]),
    items: textShape(2_000),
    fields: object<Fields, object>(
      {
        ...{ title: path, link: path, date: path, modified: path, id: path },
        ...{ text: path, image: path, author: path, tags: path },
      },
      {},
    ),
  },
  {},
);

/** A stored rule; null for one of another shape. */
export function readRecordsRule(value: unknown): RecordsRule | null {
  return recordsRule(value) ?? null;
}
