import type { Readable } from 'node:stream';

/** The first bytes of a body as they came over the wire; the rest is not waited for. */
export async function readExcerpt(body: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream.
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}
