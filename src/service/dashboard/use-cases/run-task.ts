import type { Account } from '../../accounts/account.js';
import { addFeedsToBundle, removeFeedsFromBundle } from '../../bundles/membership.js';
import type { AnsweredCalls } from '../../calls/as-account.js';
import { ServiceError } from '../../core/errors.js';
import type { Deps } from '../../feeds/deps.js';
import { deleteFeed } from '../../feeds/edit-feed.js';
import { getFeedSettings, updateFeedSettings } from '../../feeds/feed-settings.js';
import type { FeedOutcome } from '../../refresh/refresh-feeds.js';
import type { Refresher } from '../../refresh/refresher.js';
import {
  type AccountFiles,
  type FeedAction,
  noteProgress,
  type Task,
  type TaskInput,
  type TaskReport,
} from './tasks.js';

/** Dependencies of tasks. */
interface TaskTools {
  deps: Deps;
  refresher(): Promise<Refresher>;
  files?: AccountFiles | undefined;
  /** Calls the API in the name of the account. */
  call: AnsweredCalls;
}

/** A completed step of a task. */
interface Step {
  /** The id of the feed; null if there is none. */
  id: string | null;
  name: string;
  /** The reason of the failure, as text for the user. */
  error?: string | undefined;
  /** The outcome of a refresh. */
  outcome?: FeedOutcome['outcome'];
  /** True if the step can be undone. */
  isUndoable?: boolean;
  /** The interval before the change. */
  interval?: string;
  /** Number of steps of the task, if it was not known at its start. */
  total?: number;
}

/** Maximum number of failures in a report. */
const MAX_NAMED = 100;

/** Minimum time between two updates of the progress, in milliseconds. */
const NOTE_EVERY_MS = 1000;

/**
 * Works on a claimed task: stores its progress regularly, and its report at the end, even if the
 * task fails.
 * @throws every error of the task
 */
export async function runTask(tools: TaskTools, account: Account, task: Task): Promise<void> {
  const { store, clock } = tools.deps;
  const counts = { total: task.total, done: 0, failed: 0 };
  const failures: { id: string | null; name: string; message: string }[] = [];
  const refreshed = { updated: 0, unchanged: 0, skipped: 0 };
  const undone: Step[] = [];
  let notedAt = performance.now();
  const note = (report?: TaskReport) =>
    noteProgress(store.db, task.id, clock.now(), { ...counts, ...(report && { report }) });
  const reportOf = (): TaskReport => ({
    ...task.report,
    ...(failures.length > 0 && { failures }),
    ...(task.input.kind === 'feeds' && task.input.do.action === 'refresh' && { refreshed }),
    ...undoOf(task.input, undone),
  });
  try {
    for await (const step of stepsOf(tools, account, task.input)) {
      counts.done += 1;
      counts.total = step.total ?? counts.total;
      if (step.isUndoable) undone.push(step);
      if (step.outcome !== undefined && step.outcome !== 'failed') refreshed[step.outcome] += 1;
      if (step.error !== undefined) {
        counts.failed += 1;
        const { id, name, error: message } = step;
        if (failures.length < MAX_NAMED) failures.push({ id, name, message });
      }
      if (performance.now() - notedAt < NOTE_EVERY_MS) continue;
      await note();
      notedAt = performance.now();
    }
  } catch (error) {
    await note({ ...reportOf(), stoppedBy: reason(error) });
    throw error;
  }
  await note(reportOf());
}

/** Hides internal errors: only the log of the service contains them. */
function reason(error: unknown): string {
  return error instanceof ServiceError && error.status < 500
    ? error.message
    : 'The service failed. Its log has details.';
}

function undoOf(input: TaskInput, undone: readonly Step[]): Pick<TaskReport, 'undo'> {
  if (input.kind !== 'feeds' || undone.length === 0) return {};
  const ids = undone.flatMap(({ id }) => id ?? []);
  const { do: what } = input;
  if (what.action === 'add') return { undo: { ids, do: { ...what, action: 'remove' } } };
  if (what.action === 'remove') return { undo: { ids, do: { ...what, action: 'add' } } };
  const intervals = Object.fromEntries(undone.map(({ id, interval = 'auto' }) => [id, interval]));
  return { undo: { ids, do: { action: 'restore', intervals } } };
}

function stepsOf(tools: TaskTools, account: Account, input: TaskInput): AsyncIterable<Step> {
  if (input.kind === 'import') return importSteps(tools, account, input);
  if (input.kind === 'feeds') return feedSteps(tools, account, input.ids, input.do);
  throw new Error('An export only remembers a selection.');
}

async function* importSteps(
  { files, call }: TaskTools,
  { id: accountId }: Account,
  { name, content }: Extract<TaskInput, { kind: 'import' }>,
): AsyncGenerator<Step> {
  if (files === undefined) throw new Error('An import was started without a reader of files.');
  const file = { name, bytes: Buffer.from(content, 'base64') };
  for await (const step of files.apply(call, file, { accountId })) yield { id: null, ...step };
}

/**
 * Performs an action on feeds of the account, with one step for each feed. A failed step does not
 * stop the others.
 */
async function* feedSteps(
  { deps, refresher }: TaskTools,
  account: Account,
  ids: readonly string[],
  what: FeedAction,
): AsyncGenerator<Step> {
  switch (what.action) {
    case 'refresh':
      for await (const refreshed of (await refresher()).refresh(account, ids)) {
        yield refreshStep(refreshed);
      }
      return;
    case 'add':
    case 'remove': {
      const change = what.action === 'add' ? addFeedsToBundle : removeFeedsFromBundle;
      const changed = new Set(await change(deps, account, what.bundleId, ids));
      for (const id of ids) yield { id, name: '', isUndoable: changed.has(id) };
      return;
    }
    case 'delete':
    case 'interval':
    case 'restore':
      for (const id of ids) yield changeStep(deps, account, id, what);
  }
}

function refreshStep({ feedId: id, title: name, outcome, error }: FeedOutcome): Step {
  const hasFailed = outcome === 'failed' || outcome === 'skipped';
  const message = error?.message ?? 'The source could not be read.';
  return { id, name, outcome, ...(hasFailed && { error: message }) };
}

async function changeStep(
  deps: Deps,
  account: Account,
  id: string,
  what: Extract<FeedAction, { action: 'delete' | 'interval' | 'restore' }>,
): Promise<Step> {
  try {
    if (what.action === 'delete') {
      await deleteFeed(deps, account, id);
      return { id, name: '' };
    }
    const { interval: before = 'auto' } = await getFeedSettings(deps, account, id);
    const interval = what.action === 'interval' ? what.interval : (what.intervals[id] ?? 'auto');
    if (before !== interval) await updateFeedSettings(deps, account, id, { interval });
    return { id, name: '', isUndoable: before !== interval, interval: before };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return { id, name: '', error: error.message };
  }
}
