import type { Readable } from 'node:stream';
import { readAnswerText } from './transport.js';

/** The text of a response body, unzipped if its headers name an encoding. */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const isZipped = /^(?:x-)?gzip$/i.test(headers['content-encoding'] ?? '');
  // Some servers name an encoding for an empty body, which does not unzip.
  if (!isZipped || headers['content-length'] === '0') return readAnswerText(body);
  const [{ pipeline }, { createGunzip }] = await Promise.all([
    import('node:stream'),
    import('node:zlib'),
  ]);
  // pipeline, not pipe: either end destroys the other, and the reader sees the error.
  return readAnswerText(pipeline(body, createGunzip(), () => {}));
}

/** Header fields with one text each. */
export function joinFields(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fields[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return fields;
}

/** Timeout of the connection, in milliseconds; the whole attempt has the caller's timeout. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Idle connections stay open this long, in milliseconds, unless the service sets another time. */
export const KEEP_ALIVE_MS = 10_000;
