import { UsageError } from '../kit/index.js';

/** What stands at a dotted path; a path through an array gives the values of all its elements. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(step, value);
}

/** Only the given paths of a value, in the order asked for, each under the name it was asked by. */
export function pick(value: unknown, paths: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(paths.map((path) => [path, valueAt(value, path) ?? null]));
}

/** Every name and dotted path that `--fields` can take, from the sample of what a verb prints. */
export function fieldNames(sample: unknown): string[] {
  return Object.entries(sampleRow(sample)).flatMap(([key, inner]) => [
    key,
    ...fieldNames(inner).map((name) => `${key}.${name}`),
  ]);
}

/** One row with every field that a row of the sample has: some come only with a failure. */
export function sampleRow(sample: unknown): object {
  const rows: unknown[] = Array.isArray(sample) ? sample : [sample];
  const objects = rows.filter((row) => typeof row === 'object' && row !== null);
  return Object.assign({}, ...objects.toReversed());
}

/** Checks `--fields` before anything is sent: a typing mistake must not come after a deletion. */
export function checkFields(fields: readonly string[] | undefined, sample: unknown): void {
  if (fields === undefined || sample === undefined) return;
  const known = fieldNames(sample);
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown === undefined) return;
  throw new UsageError(`There is no field "${unknown}" here.`, {
    hint: `Fields: ${known.join(', ')}`,
  });
}

function step(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((element) => step(element, key));
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
