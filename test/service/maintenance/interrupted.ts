import { expect } from 'vitest';
import type { copyDatabase } from '../../../src/service/maintenance/copy.js';

/** Stops a copy after so many batches, as Ctrl-C does. */
export async function interrupted(
  copy: typeof copyDatabase,
  from: string,
  to: string,
  batches: number,
): Promise<void> {
  const stop = new AbortController();
  let seen = 0;
  const onProgress = () => {
    seen += 1;
    if (seen === batches) stop.abort(new Error('enough'));
  };
  await expect(copy(from, to, { onProgress, signal: stop.signal })).rejects.toThrow('enough');
}
