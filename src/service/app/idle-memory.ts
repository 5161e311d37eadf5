import { performance } from 'node:perf_hooks';
import type { AnswerCache } from '../http/answer-cache.js';

/** Time between two checks, in milliseconds. */
export const CHECK_MS = 15_000;
/** The process is idle while its event loop works for less than this share of the time. */
const IDLE_SHARE = 0.05;
/** Work of the event loop, in milliseconds, that justifies 0.1 s for a garbage collection. */
const WORTHWHILE_MS = 5000;

/** Busy and idle time of the event loop since the start of the process, in milliseconds. */
export interface LoopTime {
  idle: number;
  active: number;
}

/**
 * Returns memory to the system when the process is idle after work: forgets answers that are not
 * requested any more, and collects garbage. V8 collects it while code allocates, so an idle server
 * kept for hours what its last minute of work had left: 114 of 238 MiB (measured).
 *
 * @returns a function that stops this
 */
export function releaseMemoryWhenIdle(
  answers: AnswerCache,
  loopTime: () => LoopTime = () => performance.eventLoopUtilization(),
): () => void {
  let checked = loopTime();
  let releasedAt = checked.active;
  const timer = setInterval(() => {
    const now = loopTime();
    const active = now.active - checked.active;
    const isIdle = active < IDLE_SHARE * (active + now.idle - checked.idle);
    checked = now;
    if (!isIdle || now.active - releasedAt < WORTHWHILE_MS) return;
    releasedAt = now.active;
    answers.dropUnused(CHECK_MS);
    void collectGarbage();
  }, CHECK_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Collects garbage completely and shrinks the heap; the event loop waits for about 0.1 s. Without
 * flags of Node.js, only the inspector offers this; a session within the process opens no port.
 */
export async function collectGarbage(): Promise<void> {
  if (!process.features.inspector) return;
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve));
  session.disconnect();
}
