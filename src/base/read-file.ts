import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable } from 'node:stream';

interface ReadLimits {
  limitBytes: number;
  /** Aborts the reading with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a file that a command or another file names: a regular file, or a pipe as of `<(command)`.
 * Devices such as `/dev/zero` have no end: they are refused, except the null device.
 *
 * @throws {RangeError} when it exceeds the limit
 * @throws an error with the code NOT_REGULAR for another kind of file, or one of the system
 */
export async function readNamedFile(path: string, limits: ReadLimits): Promise<Buffer> {
  limits.signal?.throwIfAborted();
  if (path === devNull) return Buffer.alloc(0);
  const stream = openNamed(path);
  try {
    return await readStream(stream, limits);
  } finally {
    stream.destroy();
  }
}

function openNamed(path: string): Readable {
  // Without O_NONBLOCK, opening a pipe without a writer would block until there is one.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const facts = fstatSync(fd);
  if (facts.isFile()) return createReadStream(path, { fd, highWaterMark: CHUNK_BYTES });
  if (facts.isFIFO()) {
    // A socket waits in the event loop; a file stream waits in a thread that cannot be stopped.
    const { Socket } = process.getBuiltinModule('node:net');
    return new Socket({ fd, readable: true, writable: false });
  }
  closeSync(fd);
  throw Object.assign(new Error(`${path} is not a regular file`), {
    code: facts.isDirectory() ? 'EISDIR' : 'NOT_REGULAR',
  });
}

const CHUNK_BYTES = 256 * 1024;

/**
 * The content of a stream, such as standard input.
 * @throws {RangeError} when it exceeds the limit
 */
export function readStream(
  stream: NodeJS.ReadableStream,
  { limitBytes, signal }: ReadLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const release = () => {
      signal?.removeEventListener('abort', abort);
      stream.off('data', take).off('end', finish).off('error', fail);
      stream.pause();
    };
    const finish = () => {
      release();
      resolve(Buffer.concat(chunks, size));
    };
    const fail = (error: unknown) => {
      release();
      reject(error);
    };
    const abort = () => fail(signal?.reason);
    const take = (chunk: Buffer | string) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      chunks.push(bytes);
      if (size > limitBytes) fail(new RangeError(`more than ${limitBytes} bytes`));
    };
    signal?.addEventListener('abort', abort, { once: true });
    stream.on('data', take).on('end', finish).on('error', fail);
    if (signal?.aborted) abort();
  });
}
