import { setMaxListeners } from 'node:events';

/** A signal that several sources can abort, and a way to let go of them. */
export interface LinkedSignal {
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
    // Many calls at once under one signal are no leak: each lets go of it when it ends.
    setMaxListeners(0, source);
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

/** A handler in this process may not look at the signal; the caller need not wait for it then. */
export async function abortable<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
