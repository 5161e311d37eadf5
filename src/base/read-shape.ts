import { isObject } from './json.js';

/** A reader of an untrusted value; undefined when the value has another type. */
export type Read<Value> = (value: unknown) => Value | undefined;

/** A text of at most `longest` characters. */
export function textShape(longest = Number.POSITIVE_INFINITY): Read<string> {
  return (value) => (typeof value === 'string' && value.length <= longest ? value : undefined);
}

export const number: Read<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A number that is not negative. */
export const amount: Read<number> = (value) => {
  const read = number(value);
  return read !== undefined && read >= 0 ? read : undefined;
};

/** A whole number that is not negative. */
export const count: Read<number> = (value) =>
  Number.isSafeInteger(value) ? amount(value) : undefined;

/** One of some values. */
export function oneOf<const Value>(values: readonly Value[]): Read<Value> {
  return (value) => values.find((one) => one === value);
}

/** A list in which every value can be read. */
export function listShape<Value>(
  read: Read<Value>,
  { least = 0, most = Number.POSITIVE_INFINITY } = {},
): Read<Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return undefined;
    const found = value.map((one) => read(one)).filter((one) => one !== undefined);
    return found.length === value.length ? found : undefined;
  };
}

/** An object with all required fields and any of the optional ones; other fields are dropped. */
export function object<Required extends object, Optional extends object>(
  required: { [Key in keyof Required]: Read<Required[Key]> },
  optional: { [Key in keyof Optional]: Read<Optional[Key]> },
): Read<Required & Partial<Optional>> {
  const fields = Object.entries<Read<unknown>>({ ...required, ...optional });
  return (value) => {
    if (!isObject(value)) return undefined;
    const found: Record<string, unknown> = {};
    for (const [key, read] of fields) {
      if (value[key] === undefined && key in optional) continue;
      found[key] = read(value[key]);
      if (found[key] === undefined) return undefined;
    }
    return found as Required & Partial<Optional>;
  };
}

/** A value that may be null. */
export function orNull<Value>(read: Read<Value>): Read<Value | null> {
  return (value) => (value === null ? null : read(value));
}
