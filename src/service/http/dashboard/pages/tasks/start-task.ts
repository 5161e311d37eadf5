import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../../../../accounts/account.js';
import { runFeedTask } from '../../../../dashboard/run-feed-task.js';
import { claimTask, findTask, type Task } from '../../../../dashboard/tasks.js';
import type { HttpDeps } from '../../../http-deps.js';
import { runImport } from './run-import.js';

/** How long a request waits for a short task to end, in milliseconds. */
const SHORT_MS = 1500;

/**
 * Starts a planned task, unless another request has started it. It goes on after the request; a
 * short one is done when this returns.
 */
export async function startTask(http: HttpDeps, account: Account, id: string): Promise<void> {
  const task = await findTask(http.deps, account, id);
  if (task.input.kind === 'export' || !(await claimTask(http.deps, id))) return;
  const running = work(http, account, task).catch((error: unknown) =>
    http.logger.error({ err: error, task: id }, 'a task of the dashboard failed'),
  );
  await Promise.race([running, sleep(SHORT_MS, undefined, { ref: false })]);
}

async function work(http: HttpDeps, account: Account, { id, input }: Task): Promise<void> {
  if (input.kind === 'feeds') await runFeedTask(http, account, id, input);
  if (input.kind === 'import') await runImport(http, account, id, input);
}
