import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Directories that may hold the build, relative to this module, which is in dist/, dist/chunks/ or
 * src/.
 */
const PLACES = ['./', '../', '../../dist/'];

/**
 * The built entry point of a worker thread.
 *
 * @param name of the file in dist/, such as `reading-worker.cjs`
 * @returns null without a build: run from sources, the caller does the work in its own thread
 */
export function builtWorker(name: string): URL | null {
  const files = PLACES.map((place) => new URL(place + name, import.meta.url));
  return files.find((file) => existsSync(file)) ?? null;
}

/** Starts a thread, with a limit of its heap in megabytes. */
export function startWorker(
  file: URL,
  { heapMb, data }: { heapMb?: number | undefined; data?: unknown },
) {
  return new Worker(file, {
    workerData: data,
    ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  });
}
