/**
 * Works on several items concurrently and yields the results in the order of the items. A slow item
 * delays the output, not the work. After an error no more work is started; the work in progress is
 * completed and yielded, then the error is thrown.
 *
 * @param limit maximum concurrency
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source = items[Symbol.iterator]();
  const done = new Map<number, R>();
  let started = 0;
  let given = 0;
  let stopped = false;
  const failures: unknown[] = [];
  let wake = () => {};

  async function worker(): Promise<void> {
    while (!stopped) {
      const next = source.next();
      if (next.done === true) return;
      const index = started;
      started += 1;
      try {
        done.set(index, await work(next.value));
      } catch (error) {
        stopped = true;
        failures.push(error);
      }
      wake();
    }
  }

  const workers = Promise.all(Array.from({ length: limit }, worker));
  let running = true;
  void workers.then(() => {
    running = false;
    wake();
  });
  try {
    while (running) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (!running || done.has(given)) resolve();
      });
      for (; done.has(given); given += 1) yield taken(done, given);
    }
    for (; given < started; given += 1) if (done.has(given)) yield taken(done, given);
    if (failures.length > 0) throw failures[0];
  } finally {
    stopped = true;
    await workers;
  }
}

function taken<R>(done: Map<number, R>, index: number): R {
  const value = done.get(index) as R;
  done.delete(index);
  return value;
}
