import { pipeline, type Readable } from 'node:stream';
import { readText } from './transport.js';

/** The text of a response body, unzipped where its headers say so. */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const isZipped = /^(?:x-)?gzip$/i.test(headers['content-encoding'] ?? '');
  // Some servers name the encoding of a body that is not there; that does not unzip.
  if (!isZipped || headers['content-length'] === '0') return readText(body);
  const { createGunzip } = await import('node:zlib');
  // pipeline, not pipe: either end destroys the other, and the reader sees the error.
  return readText(pipeline(body, createGunzip(), () => {}));
}
