import {
  bodyTooLarge,
  halfCharacterIn,
  invalidJson,
  isBroken,
  MAX_BODY_BYTES,
} from '../calls/plain-body.js';
import { ServiceError } from '../core/errors.js';
import type { RequestHead } from './http-deps.js';

/** The body of a request. */
export interface RequestBody {
  raw: { body: ReadableStream<Uint8Array> | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface WithBody {
  req: RequestHead & RequestBody;
}

/**
 * The JSON body of a POST or PATCH.
 * @throws ServiceError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export async function readJson(context: WithBody, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  requireJson(context.req.header('Content-Type'));
  const text = decodeUtf8(await readBytes(context, maxBytes));
  if (text.trim() === '') throw new ServiceError('INVALID_JSON', 'The request body is empty.');
  try {
    return JSON.parse(text, SURROGATE_ESCAPE.test(text) ? requireWholeCharacters : undefined);
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : 'it is nested too deeply';
    throw invalidJson(detail);
  }
}

const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

function requireWholeCharacters(field: string, value: unknown): unknown {
  if (isBroken(field, value)) throw new SyntaxError(halfCharacterIn(field));
  return value;
}

/**
 * Decodes UTF-8 strictly (RFC 8259, section 8.1): replacement characters would be stored as if they
 * were meant.
 */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError(
      'INVALID_JSON',
      'The request body is not valid UTF-8. Send it as UTF-8.',
    );
  }
}

function requireJson(contentType: string | undefined): void {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  const given = type === undefined ? 'There is none' : `It is ${type.slice(0, 100)}`;
  throw new ServiceError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The Content-Type of this request must be application/json. ${given}.`,
  );
}

/**
 * The body as text. The HTTP parser enforces a declared length; otherwise the bytes are counted.
 * @throws ServiceError PAYLOAD_TOO_LARGE
 */
export async function readRequestText(context: WithBody): Promise<string> {
  return new TextDecoder().decode(await readBytes(context, MAX_BODY_BYTES));
}

/**
 * The body as bytes. Compressed ones are refused: 1 MiB of gzip can contain a thousand times as
 * much. @throws ServiceError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function readBytes({ req }: WithBody, maxBytes: number): Promise<Uint8Array> {
  const coding = req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity') {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the request body uncompressed. Its Content-Encoding is ${coding.slice(0, 100)}.`,
    );
  }
  const declared = req.header('Content-Length');
  if (declared === undefined) return countedBytes(req.raw.body, maxBytes);
  if (Number(declared) > maxBytes) throw bodyTooLarge(maxBytes);
  return new Uint8Array(await req.arrayBuffer());
}

async function countedBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
