/** Waiting callers of each kind, in order of arrival. */
const answers: (() => void)[] = [];
const documents: (() => void)[] = [];

/**
 * Runs work in its own iteration of the event loop. Synchronous follow-up work (comparing a
 * document, storing the result) runs in the same iteration. Otherwise sixteen documents that arrive
 * at once would be processed in one block of 150 ms without answering requests, and would all be in
 * memory at once.
 */
export function runQueued<T>(work: () => T | Promise<T>): Promise<T> {
  return queue(documents, work);
}

/**
 * As `runQueued`, for an answer to a request, which does not wait for documents: it took 2 to 14 s
 * while 128 documents were waiting.
 */
export function runBeforeQueued<T>(work: () => T | Promise<T>): Promise<T> {
  return queue(answers, work);
}

/** Number of waiting documents. */
export function queueLength(): number {
  return documents.length;
}

function queue<T>(waiting: (() => void)[], work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    if (answers.length + documents.length === 1) setImmediate(next);
  });
}

function next(): void {
  (answers.shift() ?? documents.shift())?.();
  if (answers.length + documents.length > 0) setImmediate(next);
}
