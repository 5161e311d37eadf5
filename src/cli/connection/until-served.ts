import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../verbs/context.js';
import { openEmbedded } from './embedded.js';

/** How long a `feedctl serve` that was started just before may take, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const STEP_MS = 250;

/** Waits until a `feedctl serve` answers for the embedded service, 10 s at most. */
export async function untilServed(
  context: Pick<Context, 'env' | 'profiles' | 'signal' | 'credentials'>,
): Promise<void> {
  if ((await context.credentials()).kind === 'remote') return;
  const end = Date.now() + MAX_WAIT_MS;
  while (!(await isServed(context)) && Date.now() < end) {
    await delay(STEP_MS, undefined, { signal: context.signal });
  }
}

async function isServed(place: Pick<Context, 'env' | 'profiles'>): Promise<boolean> {
  const service = await openEmbedded(place, { creates: false });
  try {
    return !(await service.isUnserved());
  } finally {
    await service.close();
  }
}
