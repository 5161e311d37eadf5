import type { Account } from '../accounts/account.js';
import { type ActionDeps, actOnFeeds, type Step } from './feed-actions.js';
import type { FeedAction, TaskReport } from './task-input.js';
import { TaskProgress } from './task-progress.js';

/** Works on a claimed task over selected feeds, and stores its progress and its report. */
export async function runFeedTask(
  http: ActionDeps,
  account: Account,
  id: string,
  { ids, do: what }: { ids: readonly string[]; do: FeedAction },
): Promise<void> {
  const progress = new TaskProgress(http.deps, id);
  progress.total = ids.length;
  const results = new Results(what);
  await progress.during(
    async () => {
      for await (const step of actOnFeeds(http, account, ids, what)) {
        results.take(step);
        await progress.take({ id: step.id, name: step.name ?? '', error: step.error });
      }
    },
    () => results.report(),
  );
}

/** What steps brought, and what takes them back. */
class Results {
  readonly #refreshed = { updated: 0, unchanged: 0, skipped: 0 };
  readonly #intervals: [id: string, interval: string][] = [];
  readonly #members: string[] = [];
  readonly #what: FeedAction;

  constructor(what: FeedAction) {
    this.#what = what;
  }

  take({ id, outcome, undo }: Step): void {
    if (outcome !== undefined && outcome !== 'failed') this.#refreshed[outcome] += 1;
    if (undo === undefined) return;
    if ('interval' in undo) this.#intervals.push([id, undo.interval]);
    else this.#members.push(id);
  }

  report(): TaskReport {
    const undo = this.#undo();
    return {
      ...(this.#what.action === 'refresh' && { refreshed: this.#refreshed }),
      ...(undo !== undefined && { undo }),
    };
  }

  #undo(): TaskReport['undo'] {
    if (this.#intervals.length > 0) {
      return {
        ids: this.#intervals.map(([id]) => id),
        do: { action: 'restore', intervals: this.#intervals },
      };
    }
    const what = this.#what;
    if (this.#members.length === 0 || (what.action !== 'add' && what.action !== 'remove')) {
      return undefined;
    }
    return {
      ids: this.#members,
      do: { ...what, action: what.action === 'add' ? 'remove' : 'add' },
    };
  }
}
