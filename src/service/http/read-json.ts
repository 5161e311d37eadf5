import type { Context } from 'hono';
import { ServiceError } from '../errors.js';
import type { HttpEnv } from './http-deps.js';

/** Most bytes of a request body. */
export const MOST_BODY_BYTES = 1024 * 1024;

/**
 * The JSON of a POST or PATCH: specification section 4, general rules.
 * @throws ServiceError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export async function readJson(context: Context<HttpEnv>): Promise<unknown> {
  requireJson(context.req.header('Content-Type'));
  const text = await readText(context);
  if (text.trim() === '') throw new ServiceError('INVALID_JSON', 'The request body is empty.');
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ServiceError('INVALID_JSON', `The request body is not valid JSON: ${detail}.`);
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
 * The body as text. A declared length is kept to by the HTTP parser; without one the bytes are counted.
 * @throws ServiceError PAYLOAD_TOO_LARGE
 */
export async function readText({ req }: Pick<Context, 'req'>): Promise<string> {
  const declared = req.header('Content-Length');
  if (declared === undefined) return countedText(req.raw.body);
  if (Number(declared) > MOST_BODY_BYTES) throw tooLarge();
  return req.text();
}

async function countedText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MOST_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `A request body may have ${MOST_BODY_BYTES / 1024 / 1024} MiB at most.`,
  );
}
