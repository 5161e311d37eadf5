import type { Context } from '../verbs/context.js';

/** Minimum time between redraws, in milliseconds; more often flickers. */
const REDRAW_MS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[2K';

/** Shows progress on standard error. */
export interface Progress {
  /** Counts one more as done. */
  step(failed?: boolean): void;
  /** Shows that the service asked to wait. */
  waiting(milliseconds: number, reason: string): void;
  /** Removes the bar. */
  end(): Promise<void>;
}

const SILENT: Progress = { step() {}, waiting() {}, async end() {} };

/** A progress bar when standard error is a terminal and standard output does not overwrite it. */
export function startProgress(context: Context, label: string, total: number): Progress {
  const { streams, globals, output } = context;
  const shared = streams.stdout.isTerminal && output.format !== 'table';
  if (globals.quiet || globals.debug || shared || !streams.stderr.canRedraw) return SILENT;
  const startedAt = Date.now();
  let done = 0;
  let failed = 0;
  let note = '';
  const draw = () => {
    const facts = { label, total, done, failed, elapsedMs: Date.now() - startedAt, note };
    const line = progressLine(facts, streams.stderr.width);
    void streams.stderr.write(`${CLEAR_LINE}${line}`).catch(() => {});
  };
  const timer = setInterval(draw, REDRAW_MS);
  timer.unref();
  return {
    step(hasFailed = false) {
      done += 1;
      if (hasFailed) failed += 1;
      note = '';
    },
    waiting(milliseconds, reason) {
      note = `waiting ${Math.ceil(milliseconds / 1000)} s: ${reason}`;
    },
    async end() {
      clearInterval(timer);
      await streams.stderr.write(CLEAR_LINE).catch(() => {});
    },
  };
}

interface ProgressFacts {
  label: string;
  total: number;
  done: number;
  failed: number;
  elapsedMs: number;
  /** Reason for waiting; empty if it is not waiting. */
  note: string;
}

/** One line that fits the terminal: bar, counts, rate, remaining time. */
export function progressLine(facts: ProgressFacts, width: number): string {
  const { label, total, done, failed, elapsedMs, note } = facts;
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * BAR_WIDTH);
  const perSecond = elapsedMs === 0 ? 0 : (done * 1000) / elapsedMs;
  const parts = [
    label,
    `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`,
    `${done}/${total}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(done === 0 ? [] : [`${rate(perSecond)}`, `${length((total - done) / perSecond)} left`]),
    ...(note === '' ? [] : [note]),
  ];
  // Cut to the width of the terminal, because a wrapped line cannot be cleared.
  return parts.join('  ').slice(0, Math.max(0, width - 1));
}

function rate(perSecond: number): string {
  return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
}

/** A duration: `42 s`, `3 min 05 s`, `2 h 10 min`. */
function length(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}
