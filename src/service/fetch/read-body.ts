import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { Body } from './body.js';
import type { BodyShare } from './body-budget.js';
import { SourceError } from './http-failure.js';
import { isWhole } from './is-whole.js';

interface BodyLimits {
  /** Maximum bytes received. */
  wireBytes: number;
  /** Maximum bytes after decompression. */
  decodedBytes: number;
  /** Limits the bytes of all bodies together. */
  share: BodyShare;
}

/** Limit of nested encodings. */
const MAX_LAYERS = 2;

/** From Node 22.15 on; not in the types of the oldest supported version. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

export const ACCEPT_ENCODING =
  createZstdDecompress === undefined ? 'gzip, br, deflate' : 'gzip, br, deflate, zstd';

/**
 * The content codings of the IANA registry. Other words are mistakes and mean none: `utf-8`,
 * `none`, `binary`.
 */
const CODING = /^(?:(?:x-)?(?:gzip|compress)|br|deflate|zstd|dcb|dcz|aes128gcm|exi|pack200-gzip)$/;
const READABLE =
  createZstdDecompress === undefined
    ? /^(?:x-)?gzip$|^br$|^deflate$/
    : /^(?:x-)?gzip$|^br$|^deflate$|^zstd$/;

/** Error codes of a connection that breaks before the body ends. */
const BROKEN = /^(?:UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|EPIPE|HPE_.*)$/;

/**
 * Reads and decompresses a body while counting both sizes, so that a gzip bomb or an endless stream
 * stops at the limit.
 * @throws SourceError SOURCE_TOO_LARGE, or SOURCE_INVALID for a body that cannot be decompressed
 */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  limits: BodyLimits,
  host: string,
): Promise<Body> {
  const encodings = layers(contentEncoding, host);
  const broken: { by?: unknown } = {};
  const source = untilBroken(body, broken);
  const first = await source.next();
  if (first.done === true) return wholeBody([], broken.by);
  const decoders = encodings.reverse().flatMap((name, index) => {
    const decoder = decoderFor(name, index === 0 ? first.value : null);
    return decoder === null ? [] : [decoder];
  });
  const wire = countedBody(first.value, source, limits.wireBytes, host);
  const collector = new Collector(limits, host);
  try {
    // Uncompressed bodies do not need streams, which cost more than the body itself.
    if (decoders.length === 0) for await (const chunk of wire) await collector.add(chunk);
    else await pipeline([Readable.from(wire), ...decoders, collector.asStream()]);
  } catch (error) {
    throw isZlibError(error) ? undecodable(host, contentEncoding, error) : error;
  } finally {
    body.destroy();
  }
  return wholeBody(collector.chunks, broken.by);
}

/** @throws the error of the connection, unless the document is complete */
function wholeBody(chunks: readonly Buffer[], brokenBy: unknown): Body {
  const body = new Body(chunks);
  if (brokenBy !== undefined && !isWhole(body.bytes)) throw brokenBy;
  return body;
}

/** The chunks of a body. A broken connection ends them, and its error is kept. */
async function* untilBroken(body: Readable, broken: { by?: unknown }): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    const { code = '', name } = error as NodeJS.ErrnoException;
    if (!BROKEN.test(code) && name !== 'HTTPParserError') throw error;
    broken.by = error;
    // Reads the data that arrived together with the error, which the iterator drops.
    const rest: Buffer | null = body.read();
    if (rest !== null) yield rest;
  }
}

/** The first bytes of a body as received; the rest is discarded. */
export async function readExcerpt(body: Readable, bytes: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream.
    if (size >= bytes) break;
  }
  return new Body([Buffer.concat(chunks).subarray(0, bytes)]);
}

/** Keeps received bytes up to a limit. */
class Collector {
  readonly chunks: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #share: BodyShare;
  readonly #host: string;
  #size = 0;

  constructor({ decodedBytes, share }: BodyLimits, host: string) {
    this.#maxBytes = decodedBytes;
    this.#share = share;
    this.#host = host;
  }

  /** @throws SourceError SOURCE_TOO_LARGE */
  async add(chunk: Buffer): Promise<void> {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) throw tooLarge(this.#host, this.#maxBytes, ' decompressed');
    await this.#share.take(chunk.length);
    this.chunks.push(chunk);
  }

  asStream(): Writable {
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.add(chunk).then(() => done(), done);
      },
    });
  }
}

async function* countedBody(
  first: Buffer,
  rest: AsyncGenerator<Buffer>,
  maxBytes: number,
  host: string,
): AsyncGenerator<Buffer> {
  let size = 0;
  for (
    let next: IteratorResult<Buffer> = { done: false, value: first };
    next.done !== true;
    next = await rest.next()
  ) {
    size += next.value.length;
    if (size > maxBytes) throw tooLarge(host, maxBytes, '');
    yield next.value;
  }
}

function layers(contentEncoding: string | undefined, host: string): string[] {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => CODING.test(name));
  if (names.length > MAX_LAYERS || names.some((name) => !READABLE.test(name))) {
    throw undecodable(host, contentEncoding, undefined);
  }
  return names;
}

/**
 * Servers label plain bodies as gzip, and send raw deflate instead of the zlib form, so the first
 * bytes decide where possible. Truncated bodies yield their decodable part (Z_SYNC_FLUSH), as in
 * browsers.
 */
function decoderFor(name: string, start: Buffer | null): Transform | null {
  const finishFlush = zlib.constants.Z_SYNC_FLUSH;
  if (name === 'zstd') return createZstdDecompress?.() ?? null;
  if (name === 'br') {
    return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
  }
  if (name === 'deflate') {
    const zlibHeader =
      start === null ||
      start.length < 2 ||
      ((start.readUInt8(0) & 0x0f) === 8 && start.readUInt16BE(0) % 31 === 0);
    return zlibHeader
      ? zlib.createInflate({ finishFlush })
      : zlib.createInflateRaw({ finishFlush });
  }
  const labelOnly = start !== null && start.length > 1 && start.readUInt16BE(0) !== 0x1f8b;
  return labelOnly ? null : zlib.createGunzip({ finishFlush });
}

function isZlibError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    code.startsWith('Z_') ||
    code.startsWith('ERR_BROTLI') ||
    code.startsWith('ERR__ERROR') ||
    code.startsWith('ZSTD_')
  );
}

function tooLarge(host: string, bytes: number, how: string): SourceError {
  const megabytes = Math.round((bytes / 1_000_000) * 10) / 10;
  return new SourceError(
    'SOURCE_TOO_LARGE',
    `${host} sent more than ${megabytes} MB${how}, the limit of this service. ` +
      `Look for a smaller feed of the same site, or raise ${SERVICE_SETTINGS.maxBodyBytes.name}.`,
  );
}

function undecodable(host: string, encoding: string | undefined, cause: unknown): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `${host} sent a body that cannot be decompressed (Content-Encoding: ${encoding}).`,
    { cause },
  );
}
