/** Waiting callers, in order of arrival. */
const waiting: (() => void)[] = [];

/**
 * Runs work in its own iteration of the event loop. Synchronous follow-up work (comparing a
 * document, storing the result) runs in the same iteration. Otherwise sixteen documents that arrive
 * at once would be processed in one block of 150 ms without answering requests, and would all be in
 * memory at once.
 */
export function runQueued<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    if (waiting.length === 1) setImmediate(next);
  });
}

/** Number of waiting callers. */
export function queueLength(): number {
  return waiting.length;
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
