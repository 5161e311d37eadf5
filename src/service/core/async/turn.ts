import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose turn a job takes, and how much longer the jobs of one reading may last together. */
interface Turn {
  accountId: string;
  /** A refresh by schedule or on request; else a request waits for the job. */
  isRefresh: boolean;
  budget?: { leftMs: number };
}

// Not passed on: between a request and its jobs are the readers of all kinds of documents, and filters.
const turns = new AsyncLocalStorage<Turn>();

/** Does work whose jobs take the turn of an account. */
export function workFor<T>(accountId: string, { isRefresh = false }, work: () => T): T {
  return turns.run({ accountId, isRefresh }, work);
}

/** Does work whose jobs together may last so many milliseconds of a core. */
export function withBudget<T>(leftMs: number, work: () => T): T {
  return turns.run({ ...turnNow(), budget: { leftMs } }, work);
}

export function turnNow(): Turn {
  return turns.getStore() ?? { accountId: '', isRefresh: true };
}
