import { UsageError } from '../kit/index.js';

/** The value at a dotted path; a path through an array collects the values of all elements. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(step, value);
}

/** Only the given paths of a value, in the given order, each under its own path. */
export function pick(value: unknown, paths: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(paths.map((path) => [path, valueAt(value, path) ?? null]));
}

/** All names and dotted paths that `--fields` accepts, derived from the sample output. */
export function fieldNames(sample: unknown): string[] {
  return Object.entries(sampleRow(sample)).flatMap(([key, inner]) => [
    key,
    ...fieldNames(inner).map((name) => `${key}.${name}`),
  ]);
}

/** One row with the fields of all sample rows: some fields occur only in failures. */
export function sampleRow(sample: unknown): object {
  const rows: unknown[] = Array.isArray(sample) ? sample : [sample];
  const objects = rows.filter((row) => typeof row === 'object' && row !== null);
  return Object.assign({}, ...objects.toReversed());
}

/** Validates `--fields` before any request: a typing mistake must not surface after a deletion. */
export function checkFields(fields: readonly string[], samples: readonly unknown[]): void {
  const known = [...new Set(samples.flatMap(fieldNames))];
  if (known.length === 0) return;
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
