import { counted } from '../../base/text.js';
import type { ServiceHealth } from '../../client/index.js';

/** Times that the service repaired in the last week after its clock was set back, as sentences. */
export function repairedTimes({ repaired_times = [] }: ServiceHealth): string[] {
  return repaired_times.map(
    ({ times, rows, repaired_at }) =>
      `The clock was put back: ${counted(rows, 'time')} of ${times} lay too far ahead and became due at ${repaired_at}.`,
  );
}
