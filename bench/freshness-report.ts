// Sums up replays: how late items come, and what that costs.
import type { Replay } from './freshness-replay.js';

/** Delays in minutes, requests a feed and day. */
export interface Freshness {
  meanMin: number;
  p50Min: number;
  p90Min: number;
  worstMin: number;
  /** The mean of what each feed costs a day. */
  requestsPerDay: number;
  items: number;
  feeds: number;
  /** Posts that no fetch showed: newer ones had pushed them out of the document. */
  missed: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every item counts once in the delays, every feed once in the requests. */
export function summarise(replays: readonly Replay[]): Freshness {
  const delays = replays.flatMap((replay) => replay.delays).sort((a, b) => a - b);
  const at = (share: number) =>
    (delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0) / MINUTE;
  return {
    meanMin: mean(delays) / MINUTE,
    p50Min: at(0.5),
    p90Min: at(0.9),
    worstMin: at(1),
    requestsPerDay: requestsPerDay(replays),
    items: delays.length,
    feeds: replays.length,
    missed: replays.reduce((sum, { missed }) => sum + missed, 0),
  };
}

export function requestsPerDay(replays: readonly Replay[]): number {
  const lasting = replays.filter(({ duration }) => duration > 0);
  return mean(lasting.map(({ requests, duration }) => (requests * DAY) / duration));
}

function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** All feeds, and those of each kind: what stands before the first slash of a name. */
export function byKind(replays: readonly Replay[]): { all: Freshness; [kind: string]: Freshness } {
  const kinds = [...new Set(replays.map(kindOf))].sort();
  const rows = kinds.map((kind) => [
    kind,
    summarise(replays.filter((replay) => kindOf(replay) === kind)),
  ]);
  return { all: summarise(replays), ...Object.fromEntries(rows) };
}

function kindOf({ name }: Replay): string {
  return name.includes('/') ? (name.split('/')[0] ?? name) : 'other';
}

/** One row of the table, or its heading. */
export function row(label: string, freshness?: Freshness): string {
  const cells =
    freshness === undefined
      ? ['mean', 'p50', 'p90', 'worst', 'requests', 'items', 'missed']
      : [
          freshness.meanMin.toFixed(1),
          freshness.p50Min.toFixed(1),
          freshness.p90Min.toFixed(1),
          freshness.worstMin.toFixed(1),
          freshness.requestsPerDay.toFixed(1),
          String(freshness.items),
          String(freshness.missed),
        ];
  return [label.padEnd(24), ...cells.map((cell) => cell.padStart(9))].join(' ');
}
