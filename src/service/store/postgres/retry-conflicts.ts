import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict } from './postgres-error.js';

/** Of two that wait for each other one always gets through: more is for crowds. */
const ATTEMPTS = 4;

/** Does `work` again when others were in its way: it was rolled back as if it had never begun. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
    // Apart from each other by chance, the second time farther than the first.
    await sleep(Math.random() * 20 * 2 ** attempt);
  }
}
