import { SourceError } from '../../fetch/http-failure.js';
import { runInWorker } from '../../worker/pool.js';
import type { WorkerJob } from '../../worker/worker-job.js';
import { type Charset, charsetOf, decodeAs } from './charset.js';
import { SourceText } from './source-text.js';

/** Bytes of a charset to decode. */
export interface EncodedText {
  bytes: Uint8Array;
  charset: Charset;
}

/** Longer documents are decoded in a worker thread: 20 MB of a code page take half a second. */
const WORKER_FROM = 512 * 1024;

const DECODING: WorkerJob<EncodedText, string> = {
  name: 'text',
  deadlineMs: 10_000,
  here: decodeBytesAs,
  refusal: (_, reason) =>
    new SourceError(
      'SOURCE_TOO_LARGE',
      `The document could not be decoded within the limits of a document (${reason}).`,
    ),
};

/** Decodes bytes of a known charset. */
export function decodeBytesAs({ bytes, charset }: EncodedText): string {
  return decodeAs(charset, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/**
 * Opens a document of which little may be read. UTF-8 is decoded where it is read; of other
 * charsets, long documents are decoded without keeping others waiting.
 * @param contentType value of the HTTP header, if any
 */
export async function openText(body: Buffer, contentType?: string): Promise<SourceText> {
  const charset = charsetOf(body, contentType);
  if (charset.isUtf8) return SourceText.ofUtf8(body.subarray(charset.mark));
  if (body.length <= WORKER_FROM) return SourceText.of(decodeAs(charset, body));
  return SourceText.of(await runInWorker(DECODING, { bytes: body, charset }));
}
