/** Those who wait, in the order of asking. */
const waiting: (() => void)[] = [];

/**
 * Does work when it is its turn on the event loop: one a round of the loop. What follows without
 * waiting for anything outside the process (comparing a document, storing what came of it) is done
 * within that round, too. Sixteen documents that arrive at once would else be worked off in one go of
 * 150 ms, in which no request is answered, and all be in memory together.
 */
export function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
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

/** How many wait for their turn. */
export function turnsWaiting(): number {
  return waiting.length;
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
