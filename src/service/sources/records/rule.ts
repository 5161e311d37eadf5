import { object, oneOf, orNull, textShape } from '../../../base/read-shape.js';
import type { Fields } from './fields.js';

/**
 * The stored rule of a document of records: the path of its list, and the columns for the fields.
 */
export interface RecordsRule {
  /** Version of this form. */
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

/** A stored rule; null if it has another form. */
export function readRecordsRule(value: unknown): RecordsRule | null {
  return recordsRule(value) ?? null;
}
