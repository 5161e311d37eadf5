import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { newTaskId } from '../core/ids.js';
import type { Deps } from '../feeds/deps.js';
import type { Db } from '../store/store.js';
import type { TaskInput, TaskReport } from './task-input.js';

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
export const TASK_LIFE_MS = 24 * 60 * 60_000;

/** A running task writes its progress more often than this, in milliseconds. */
export const TASK_SILENCE_MS = 60_000;

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
  if (row === undefined) throw taskNotFound();
  const isSilent = row.status === 'running' && clock.now() - row.updated_at > TASK_SILENCE_MS;
  return {
    id: row.id,
    input: JSON.parse(row.input) as TaskInput,
    status: isSilent ? 'stopped' : row.status,
    total: row.total,
    done: row.done,
    failed: row.failed,
    report: JSON.parse(row.report) as TaskReport,
    createdAt: row.created_at,
  };
}

function taskNotFound(): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    'There is no such task in this account. Tasks and their reports are kept for a day.',
  );
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
