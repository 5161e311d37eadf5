import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '../profiles/resolve-credentials.js';
import { openEmbedded, type Place } from './embedded.js';

/** How long a `feedctl serve` may take to start, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const STEP_MS = 250;

interface Waiting extends Place {
  signal: AbortSignal;
  credentials(): Promise<Credentials>;
}

/** Waits up to 10 s until `feedctl serve` serves the embedded service. */
export async function untilServed(waiting: Waiting): Promise<void> {
  if ((await waiting.credentials()).kind === 'remote') return;
  const end = Date.now() + MAX_WAIT_MS;
  while (!(await isServed(waiting)) && Date.now() < end) {
    await delay(STEP_MS, undefined, { signal: waiting.signal });
  }
}

async function isServed(place: Place): Promise<boolean> {
  const service = await openEmbedded(place, { creates: false });
  try {
    return !(await service.isUnserved());
  } finally {
    await service.close();
  }
}
