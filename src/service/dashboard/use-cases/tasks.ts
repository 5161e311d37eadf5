import type { FeedSettings } from '../../../contract/index.js';
import type { Account } from '../../accounts/account.js';
import type { AnsweredCalls } from '../../calls/as-account.js';
import { DAY } from '../../core/durations.js';
import { ServiceError } from '../../core/errors.js';
import { newTaskId } from '../../core/ids.js';
import type { Deps } from '../../feeds/deps.js';
import type { Db } from '../../store/store.js';

/** What to do with selected feeds. */
export type FeedAction =
  | { action: 'refresh' }
  | { action: 'delete' }
  /** `15m`, `auto`, `paused`: see `parseInterval`. */
  | { action: 'interval'; interval: string }
  | { action: 'add' | 'remove'; bundleId: string; bundleName: string }
  /** The intervals of before, by feed. */
  | { action: 'restore'; intervals: Readonly<Record<string, string>> };

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
  /** The bundle of the file that a feed is in. */
  folder?: string | undefined;
}

/** What a file would change. */
export interface FilePlan {
  changes: readonly PlannedChange[];
  unchanged: { feeds: number; bundles: number };
  /** Entries that cannot be used. */
  skipped: readonly { line: number; title: string; value: string; reason: string }[];
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

/** Something that was started in the dashboard and may take minutes. Times in milliseconds. */
export interface Task {
  id: string;
  input: TaskInput;
  /** `stopped`: the process that worked on it ended before it was done. */
  status: 'planned' | 'running' | 'done' | 'stopped';
  total: number;
  done: number;
  failed: number;
  report: TaskReport;
  createdAt: number;
}

/** How long a task and its report are kept, in milliseconds. */
const TASK_LIFE_MS = DAY;

/** A running task writes its progress more often than this, in milliseconds. */
const TASK_SILENCE_MS = 60_000;

type TaskDeps = Pick<Deps, 'store' | 'clock'>;

/** Stores a task that waits for a confirmation, or to be started. */
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

/** @throws ServiceError NOT_FOUND, also for a task of another account and an expired one */
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

/** Takes a planned task for this process. @returns false when another request has taken it */
export async function claimTask({ store, clock }: TaskDeps, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('dashboard_tasks')
    .set({ status: 'running', updated_at: clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** How far a task is; with a report, it is done. */
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

/** A file that somebody uploaded. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** A file that cannot be read at all, with positions and reasons. */
interface UnreadableFile {
  problem: string;
  details: readonly string[];
}

/** The result of one change of a file. */
interface FileStep {
  name: string;
  /** Why it failed, for people. */
  error?: string;
  /** Number of changes. */
  total: number;
}

/** Accounts take turns; a file is not read on when the signal says that its sender has left. */
interface FileSender {
  accountId: string;
  signal?: AbortSignal | undefined;
}

/**
 * Accounts as files. The command line implements it and hands it to the server that it starts, so
 * that files are read and applied the same way everywhere.
 */
export interface AccountFiles {
  /** What a file would change. Deletes nothing. */
  plan(
    call: AnsweredCalls,
    file: UploadedFile,
    sender: FileSender,
  ): Promise<FilePlan | UnreadableFile>;
  /** Applies a file, change by change. Invalid entries are skipped. */
  apply(call: AnsweredCalls, file: UploadedFile, sender: FileSender): AsyncGenerator<FileStep>;
  /**
   * Writes the feeds that `settings` has by their ids, and the bundles that they are in.
   * @param options isWhole: these are all feeds, so empty bundles are written, too
   */
  export(
    call: AnsweredCalls,
    format: ExportFormat,
    options: { settings: ReadonlyMap<string, FeedSettings>; isWhole: boolean },
  ): Promise<{ text: string; warnings: readonly string[] }>;
}
