import { setImmediate as nextIteration } from 'node:timers/promises';

/** Between two long pieces of work: lets signals in. @throws the reason of the one that came */
export async function giveWay(signal: AbortSignal): Promise<void> {
  await nextIteration();
  signal.throwIfAborted();
}
