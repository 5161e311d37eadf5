const HEAD_BYTES = 4096;
const TAIL_BYTES = 1024;

/**
 * Whether bytes are a document to its end: one that closes the element it begins with, or JSON. Such a
 * document is whole although its connection broke, as after a too large Content-Length
 * (node-feedparser#287).
 */
export function isWhole(bytes: Buffer): boolean {
  const tail = bytes.subarray(-TAIL_BYTES).toString('latin1').trimEnd();
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1').trimStart();
  // A parser finds out whether more than the last bracket is missing.
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(head)) return /[\]}]$/.test(tail);
  const [, root] = /<([a-z_][\w:.-]*)[\s/>]/i.exec(withoutProlog(head)) ?? [];
  const [, last] = /<\/([a-z_][\w:.-]*)\s*>$/i.exec(withoutProlog(tail).trimEnd()) ?? [];
  return root !== undefined && root.toLowerCase() === last?.toLowerCase();
}

/** Without comments, declarations and processing instructions. */
function withoutProlog(markup: string): string {
  return markup.replace(/<!--[\s\S]*?-->|<[!?][^<>]*>/g, '');
}
