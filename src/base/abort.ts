/** A signal that several sources can abort, and a method that releases it. */
interface LinkedSignal {
  signal: AbortSignal;
  /** Aborts with this reason. */
  abort(reason: unknown): void;
  /** Must be called at the end: on Node 20 `AbortSignal.any` keeps hold of every signal it made. */
  release(): void;
}

/** A signal that aborts as soon as one of `sources` does, with that one's reason. */
export function linkSignals(...sources: (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const releases: (() => void)[] = [];
  for (const source of sources) {
    if (source === undefined) continue;
    // The warning about a leak does not apply: each call releases its listener when it ends.
    allowManyListeners(source);
    const abort = () => controller.abort(source.reason);
    if (source.aborted) abort();
    source.addEventListener('abort', abort, { once: true });
    releases.push(() => source.removeEventListener('abort', abort));
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      for (const release of releases) release();
    },
  };
}

/** Turns off Node's warning about many listeners; other runtimes have none. */
function allowManyListeners(source: AbortSignal): void {
  globalThis.process?.getBuiltinModule?.('node:events').setMaxListeners(0, source);
}

/**
 * The result of `work`, or the reason of `signal` as soon as it is aborted. For work that ignores
 * the signal or reacts late: a request of undici rejects only after its connection was made or
 * failed.
 */
export function abortable<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}
