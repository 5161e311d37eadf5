import type { FeedSettings } from '../../../contract/index.js';
import type { Account } from '../../accounts/account.js';
import type { AnsweredCalls } from '../../calls/as-account.js';
import { DAY } from '../../core/durations.js';
import { ServiceError } from '../../core/errors.js';
import { newTaskId } from '../../core/ids.js';
import type { Deps } from '../../feeds/deps.js';
import type { Db } from '../../store/store.js';

/** An action on selected feeds. */
export type FeedAction =
  | { action: 'refresh' }
  | { action: 'delete' }
  /** The interval is `15m`, `auto` or `paused`, for example: see `parseInterval`. */
  | { action: 'interval'; interval: string }
  | { action: 'add' | 'remove'; bundleId: string; bundleName: string }
  /** Restores the previous intervals, by id of the feed. */
  | { action: 'restore'; intervals: Readonly<Record<string, string>> };

/** The work of a task. */
export type TaskInput =
  | { kind: 'feeds'; ids: readonly string[]; do: FeedAction }
  /** Feeds to write to a file. The task only stores the selection. */
  | { kind: 'export'; ids: readonly string[] }
  /** A file to import, with its `content` in base64. */
  | { kind: 'import'; name: string; content: string };

/** A change that a file requires. */
export interface PlannedChange {
  action: 'create' | 'update' | 'delete';
  kind: 'feed' | 'bundle';
  name: string;
  /** Descriptions of the changes, such as `title: (none) → News`. */
  details: readonly string[];
  /** The bundle of the feed in the file. */
  folder?: string | undefined;
}

/** The changes that a file would make. */
export interface FilePlan {
  changes: readonly PlannedChange[];
  unchanged: { feeds: number; bundles: number };
  /** Entries that are invalid. */
  skipped: readonly { line: number; title: string; value: string; reason: string }[];
  warnings: readonly string[];
}

/** The result of a task, or its plan. */
export interface TaskReport {
  /** The first hundred failed steps. */
  failures?: readonly { id: string | null; name: string; message: string }[];
  /** The reason why the remaining steps were not done. */
  stoppedBy?: string;
  /** Number of feeds by outcome of a refresh. */
  refreshed?: { updated: number; unchanged: number; skipped: number };
  /** The action that undoes the task. */
  undo?: { ids: readonly string[]; do: FeedAction };
  plan?: FilePlan;
}

/** Work that was started in the dashboard and may take minutes. Times are in milliseconds. */
export interface Task {
  id: string;
  input: TaskInput;
  /** `stopped`: the process of the task ended before the task was done. */
  status: 'planned' | 'running' | 'done' | 'stopped';
  total: number;
  done: number;
  failed: number;
  report: TaskReport;
  createdAt: number;
}

/** Time for which a task and its report are kept, in milliseconds. */
const TASK_LIFE_MS = DAY;

/**
 * Maximum time between two updates of a running task, in milliseconds; after a longer silence it
 * counts as stopped.
 */
const TASK_SILENCE_MS = 60_000;

type TaskDeps = Pick<Deps, 'store' | 'clock'>;

/** Stores a task that waits for a confirmation, or for its start. */
export async function planTask(
  { store, clock }: TaskDeps,
  account: Account,
  { input, total, report = {} }: { input: TaskInput; total: number; report?: TaskReport },
): Promise<string> {
  const now = clock.now();
  const id = newTaskId();
  await store.db
    .insertInto('dashboard_tasks')
    .values({
      id,
      account_id: account.id,
      input: JSON.stringify(input),
      status: 'planned',
      total,
      done: 0,
      failed: 0,
      report: JSON.stringify(report),
      created_at: now,
      updated_at: now,
      expires_at: now + TASK_LIFE_MS,
    })
    .execute();
  return id;
}

/** @throws ServiceError NOT_FOUND, also for an expired task and for a task of another account */
export async function findTask(
  { store, clock }: TaskDeps,
  account: Account,
  id: string,
): Promise<Task> {
  const row = await store.db
    .selectFrom('dashboard_tasks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  if (row === undefined) {
    throw new ServiceError(
      'NOT_FOUND',
      'There is no such task in this account. Tasks and their reports are kept for a day.',
    );
  }
  const { total, done, failed, created_at: createdAt } = row;
  const isSilent = row.status === 'running' && clock.now() - row.updated_at > TASK_SILENCE_MS;
  return {
    ...{ id, total, done, failed, createdAt },
    input: JSON.parse(row.input) as TaskInput,
    status: isSilent ? 'stopped' : row.status,
    report: JSON.parse(row.report) as TaskReport,
  };
}

/**
 * Claims a planned task for this process.
 * @returns false if another request has claimed it
 */
export async function claimTask({ store, clock }: TaskDeps, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('dashboard_tasks')
    .set({ status: 'running', updated_at: clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Stores the progress of a task; with a report, the task is done. */
export async function noteProgress(
  db: Db,
  id: string,
  now: number,
  progress: { done: number; failed: number; total: number; report?: TaskReport },
): Promise<void> {
  const { report, ...counts } = progress;
  await db
    .updateTable('dashboard_tasks')
    .set({ ...counts, updated_at: now })
    .$if(report !== undefined, (update) =>
      update.set({ status: 'done', report: JSON.stringify(report) }),
    )
    .where('id', '=', id)
    .execute();
}

export const EXPORT_FORMATS = ['opml', 'csv', 'yaml', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A file that a user uploaded. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** A file that cannot be read at all: the problem, and details with positions and reasons. */
interface UnreadableFile {
  problem: string;
  details: readonly string[];
}

/** The result of one change of a file. */
interface FileStep {
  name: string;
  /** The reason of the failure, as text for the user. */
  error?: string;
  /** Number of changes in the file. */
  total: number;
}

/**
 * The sender of a file. Accounts take turns; reading stops if the signal reports that the sender
 * has left.
 */
interface FileSender {
  accountId: string;
  signal?: AbortSignal | undefined;
}

/**
 * Import and export of accounts as files. The command line implements it and passes it to the
 * server that it starts, so that files are read and applied the same way everywhere.
 */
export interface AccountFiles {
  /** Plans the changes that a file would make. A plan deletes nothing. */
  plan(
    call: AnsweredCalls,
    file: UploadedFile,
    sender: FileSender,
  ): Promise<FilePlan | UnreadableFile>;
  /** Applies the changes of a file one by one. Invalid entries are skipped. */
  apply(call: AnsweredCalls, file: UploadedFile, sender: FileSender): AsyncGenerator<FileStep>;
  /**
   * Writes the feeds whose ids are in `settings`, and the bundles that contain them.
   * @param options isWhole: the feeds are all feeds of the account, so empty bundles are written,
   * too
   */
  export(
    call: AnsweredCalls,
    format: ExportFormat,
    options: { settings: ReadonlyMap<string, FeedSettings>; isWhole: boolean },
  ): Promise<{ text: string; warnings: readonly string[] }>;
}
