import type { IncomingMessage } from 'node:http';

/** What receivers commonly take at most; feedctl's own service keeps its events below it. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** The body as it came over the wire, or null when it is too large. */
export async function readMessage(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving an ordinary loop would destroy the socket before the sender has heard why.
  const chunksOf = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunksOf as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
