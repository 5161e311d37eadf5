import type { OutputStream } from '../running/streams.js';
import { cut } from './fit.js';
import { plain } from './plain.js';

const CELLS = 20;
/** More often than this is only flicker. */
const REDRAW_MS = 80;
const CLEAR_LINE = '\r\u001b[2K';

/** How much of some work is done, on a line of a terminal that is gone afterwards. */
export interface ProgressBar {
  /** One more is done; `label` says which. */
  tick(label: string): void;
  clear(): Promise<void>;
}

export function createProgressBar(stream: OutputStream, total: number): ProgressBar {
  let done = 0;
  let label = '';
  let drawnAt = Number.NEGATIVE_INFINITY;
  draw();
  return {
    tick(next) {
      done += 1;
      label = plain(next);
      if (performance.now() - drawnAt >= REDRAW_MS) draw();
    },
    clear: () => stream.write(CLEAR_LINE),
  };

  function draw(): void {
    drawnAt = performance.now();
    const filled = Math.floor((CELLS * Math.min(done, total)) / Math.max(1, total));
    const bar = '█'.repeat(filled) + '░'.repeat(CELLS - filled);
    const line = cut(`${bar} ${done}/${total} ${label}`, stream.width - 1);
    // A terminal that went away is noticed by whatever is printed next.
    void stream.write(`${CLEAR_LINE}${line}`).catch(() => {});
  }
}
