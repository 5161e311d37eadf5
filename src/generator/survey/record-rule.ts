import { count, listShape, object, oneOf, textShape } from '../../base/read-shape.js';
import { FAMILIES, type Family } from './record-list.js';

/** How to find the records of a list again: one entry a set, each with several ways to name its links. */
export type RecordRule = SetRule[];

interface SetRule {
  count: number;
  places: { family: Family; signature: string; level: number }[];
  /** Only links to addresses of this kind. */
  shape?: string | undefined;
  /** Most of its addresses look otherwise than those of the list. */
  anyAddress?: true | undefined;
}

const place = object({ family: oneOf(FAMILIES), signature: textShape(20_000), level: count }, {});

/** Reads what was stored; undefined when it is invalid, or longer than what is stored. */
export const readRecordRule = listShape<SetRule>(
  object(
    { count, places: listShape(place, { least: 1, most: 8 }) },
    { shape: textShape(2_000), anyAddress: oneOf([true]) },
  ),
);
