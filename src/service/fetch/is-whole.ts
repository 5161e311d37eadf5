const HEAD_BYTES = 4096;
const TAIL_BYTES = 1024;

/**
 * True if bytes are a complete document: its first element is closed, or it is JSON. Such a
 * document is complete even if the connection broke, as after a wrong Content-Length
 * (node-feedparser#287).
 */
export function isWhole(bytes: Buffer): boolean {
  const tail = bytes.subarray(-TAIL_BYTES).toString('latin1').trimEnd();
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1').trimStart();
  // The parser detects whether anything but the last bracket is missing.
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(head)) return /[\]}]$/.test(tail);
  const [, root] = /<([a-z_][\w:.-]*)[\s/>]/i.exec(withoutProlog(head)) ?? [];
  const [, last] = /<\/([a-z_][\w:.-]*)\s*>$/i.exec(withoutProlog(tail).trimEnd()) ?? [];
  return root !== undefined && root.toLowerCase() === last?.toLowerCase();
}

/** Markup without comments, declarations and processing instructions. */
function withoutProlog(markup: string): string {
  return markup.replace(/<!--[\s\S]*?-->|<[!?][^<>]*>/g, '');
}
