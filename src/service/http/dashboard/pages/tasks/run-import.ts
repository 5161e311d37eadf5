import type { Account } from '../../../../accounts/account.js';
import type { TaskInput } from '../../../../dashboard/task-input.js';
import { TaskProgress } from '../../../../dashboard/task-progress.js';
import { findTask } from '../../../../dashboard/tasks.js';
import type { HttpDeps } from '../../../http-deps.js';
import { accountFetch } from './account-fetch.js';

/** Applies the file of a claimed task, and stores its progress and its report. */
export async function runImport(
  http: HttpDeps,
  account: Account,
  id: string,
  { name, content }: Extract<TaskInput, { kind: 'import' }>,
): Promise<void> {
  const { files, deps } = http;
  if (files === undefined) throw new Error('An import was started without a reader of files.');
  const { report: planned } = await findTask(deps, account, id);
  const progress = new TaskProgress(deps, id);
  const file = { name, bytes: Buffer.from(content, 'base64') };
  await progress.during(
    async () => {
      for await (const step of files.apply(accountFetch(http, account), file)) {
        progress.total = step.total;
        await progress.take({ id: null, name: step.name, error: step.error });
      }
    },
    () => planned,
  );
}
