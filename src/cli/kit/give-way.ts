import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Yields to signals between two long pieces of work. @throws the reason of a signal that arrived
 */
export async function giveWay(signal: AbortSignal): Promise<void> {
  await nextIteration();
  signal.throwIfAborted();
}
