import { progressLine } from '../../bulk/progress.js';
import { isMachineReadable } from '../../kit/index.js';
import type { Context } from '../../verbs/context.js';

const REDRAW_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

/** Progress of the service on one table. */
export interface Progress {
  table: string;
  done: number;
  total: number;
}

interface MaintenanceProgress {
  show(progress: Progress): void;
  end(): Promise<void>;
}

/** A temporary line on a terminal; elsewhere, for a log, one line per large table. */
export function maintenanceProgress({ streams, globals, output }: Context): MaintenanceProgress {
  const silent = globals.quiet || globals.debug || isMachineReadable(output.format);
  if (silent) return { show() {}, async end() {} };
  return streams.stderr.canRedraw ? redrawn(streams.stderr) : logged(streams.stderr);
}

type Stderr = Context['streams']['stderr'];

function redrawn(stderr: Stderr): MaintenanceProgress {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let startedAt = Date.now();
  let current = '';
  return {
    show({ table, done, total }) {
      const label = `Copying ${table}`;
      if (label !== current) startedAt = Date.now();
      current = label;
      if (performance.now() - drawnAt < REDRAW_MS) return;
      drawnAt = performance.now();
      const elapsedMs = Date.now() - startedAt;
      const facts = { label, total: Math.max(total, done), done, failed: 0, elapsedMs, note: '' };
      void stderr.write(`${CLEAR_LINE}${progressLine(facts, stderr.width)}`).catch(() => {});
    },
    end: () => stderr.write(CLEAR_LINE),
  };
}

/** Minimum rows of a table in the log: smaller ones are copied faster than a line can be read. */
const MIN_LOGGED = 100_000;

function logged(stderr: Stderr): MaintenanceProgress {
  return {
    show({ table, done, total }) {
      if (done === 0 && total >= MIN_LOGGED) {
        void stderr.write(`Copying ${table}: ${total} rows\n`).catch(() => {});
      }
    },
    async end() {},
  };
}
