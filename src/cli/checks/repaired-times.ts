import { counted } from '../../base/text.js';
import type { ServiceHealth } from '../../client/index.js';

/** Times of the last week that the service repaired after its clock was put back, a sentence each. */
export function repairedTimes({ repaired_times = [] }: ServiceHealth): string[] {
  return repaired_times.map(
    ({ times, rows, repaired_at }) =>
      `The clock was put back: ${counted(rows, 'time')} of ${times} lay too far ahead and became due at ${repaired_at}.`,
  );
}
