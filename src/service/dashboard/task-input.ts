/** What to do with selected feeds. */
export type FeedAction =
  | { action: 'refresh' | 'pause' | 'delete' }
  /** `15m`, `auto`: see `parseInterval`. */
  | { action: 'interval'; interval: string }
  | { action: 'add' | 'remove'; bundleId: string; bundleName: string }
  /** The intervals of before, by feed. */
  | { action: 'restore'; intervals: readonly (readonly [id: string, interval: string])[] };

/** What a task does. */
export type TaskInput =
  | { kind: 'feeds'; ids: readonly string[]; do: FeedAction }
  /** Feeds to write to a file; it only remembers the selection. */
  | { kind: 'export'; ids: readonly string[] }
  /** `content` in base64. */
  | { kind: 'import'; name: string; content: string };

/** A change that a file asks for. */
export interface PlannedChange {
  action: 'create' | 'update' | 'delete';
  kind: 'feed' | 'bundle';
  name: string;
  /** Such as `title: (none) → News`. */
  details: readonly string[];
}

/** An entry of a file that cannot be used. */
export interface SkippedEntry {
  line: number;
  title: string;
  value: string;
  reason: string;
}

/** What a file would change. */
export interface FilePlan {
  changes: readonly PlannedChange[];
  unchanged: { feeds: number; bundles: number };
  skipped: readonly SkippedEntry[];
  warnings: readonly string[];
}

/** The result of a task, or its plan. */
export interface TaskReport {
  /** Steps that failed, the first hundred. */
  failures?: readonly { id: string | null; name: string; message: string }[];
  /** Why the rest was not done. */
  stoppedBy?: string;
  /** Outcomes of a refresh. */
  refreshed?: { updated: number; unchanged: number; skipped: number };
  /** What takes the task back. */
  undo?: { ids: readonly string[]; do: FeedAction };
  plan?: FilePlan;
}
