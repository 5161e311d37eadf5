/** Those who wait, in the order of asking. */
const waiting: (() => void)[] = [];

/**
 * Resolves when it is the caller's turn on the event loop: one a round of the loop. What follows
 * without waiting for anything outside the process (parsing a document, comparing it, storing what
 * came of it) is done within that round. Sixteen documents that arrive at once would else be worked
 * off in one go of 150 ms, in which no request is answered, and all be in memory together.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
