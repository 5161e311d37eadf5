import { isObject } from '../../base/json.js';
import { ServiceError } from '../core/errors.js';

/** Maximum size of a request body, unless its endpoint allows more. */
export const MAX_BODY_BYTES = 1024 * 1024;

/**
 * A value as if it had been parsed from its JSON: without undefined fields. It has the limits of a
 * request body, for which texts and names count. @throws ServiceError PAYLOAD_TOO_LARGE,
 * INVALID_JSON
 */
export function plainBody(body: unknown, maxBytes = MAX_BODY_BYTES): unknown {
  let bytes = 0;
  return plain(body, '');

  function plain(value: unknown, field: string): unknown {
    bytes += Buffer.byteLength(field) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes);
    if (isBroken(field, value)) throw invalidJson(halfCharacterIn(field));
    if (Array.isArray(value)) return value.map((each, at) => plain(each, String(at)));
    if (!isObject(value)) return value;
    const given = Object.entries(value).filter(([, each]) => each !== undefined);
    return Object.fromEntries(given.map(([name, each]) => [name, plain(each, name)]));
  }
}

export function bodyTooLarge(maxBytes: number): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `A request body may have ${maxBytes / 1024 / 1024} MiB at most.`,
  );
}

const HALF_CHARACTER = /\p{Surrogate}/u;

/**
 * True if a field has half of a surrogate pair in its name or value: valid JSON, but no Unicode
 * text (RFC 8259, section 8.2). The database would store another character.
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
