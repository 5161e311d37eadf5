import { count, listShape, object, oneOf, textShape } from '../../base/read-shape.js';
import { FAMILIES, type Family } from './record-list.js';

/**
 * The rule that finds the records of a list again: one entry per set, each with several signatures
 * of its links.
 */
export type RecordRule = SetRule[];

interface SetRule {
  count: number;
  places: { family: Family; signature: string; level: number }[];
  /** If present, only links to addresses of this kind are used. */
  shape?: string | undefined;
  /** True if most of its addresses have other shapes than those of the list. */
  anyAddress?: true | undefined;
}

const place = object({ family: oneOf(FAMILIES), signature: textShape(20_000), level: count }, {});

/** Reads a stored rule; undefined if it is invalid, or longer than a stored rule can be. */
export const readRecordRule = listShape<SetRule>(
  object(
    { count, places: listShape(place, { least: 1, most: 8 }) },
    { shape: textShape(2_000), anyAddress: oneOf([true]) },
  ),
);
