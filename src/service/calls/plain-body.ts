import { isObject } from '../../base/json.js';
import { ServiceError } from '../core/errors.js';

/**
 * A value as its JSON would be read: without fields that are undefined.
 * @throws ServiceError INVALID_JSON as for a body of a request
 */
export function plainBody(value: unknown, field = ''): unknown {
  if (isBroken(field, value)) throw invalidJson(halfCharacterIn(field));
  if (Array.isArray(value)) return value.map((each, at) => plainBody(each, String(at)));
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given.map(([name, each]) => [name, plainBody(each, name)]));
}

const HALF_CHARACTER = /\p{Surrogate}/u;

/**
 * Whether a field has half of a surrogate pair in its name or value: valid JSON and no Unicode text
 * (RFC 8259, section 8.2). The database would store another character in its place.
 */
export function isBroken(field: string, value: unknown): boolean {
  return [field, value].some((text) => typeof text === 'string' && HALF_CHARACTER.test(text));
}

export function halfCharacterIn(field: string): string {
  const shown = field.slice(0, 100).replace(/\p{Surrogate}/gu, '\ufffd');
  return `half of a character (a lone surrogate) in "${shown}"`;
}

export function invalidJson(detail: string): ServiceError {
  return new ServiceError('INVALID_JSON', `The request body is not valid JSON: ${detail}.`);
}
