import { AsyncLocalStorage } from 'node:async_hooks';

/** The account whose turn a job takes, and the remaining time for all jobs of one reading. */
interface Turn {
  accountId: string;
  /** True for a refresh, false if a request waits for the job. */
  isRefresh: boolean;
  budget?: { leftMs: number };
}

// Not passed as a parameter, because the readers of all kinds of documents, and filters, are
// between a request and its jobs.
const turns = new AsyncLocalStorage<Turn>();

/** Runs work whose jobs take the turn of an account. */
export function workFor<T>(accountId: string, { isRefresh = false }, work: () => T): T {
  return turns.run({ accountId, isRefresh }, work);
}

/** Runs work whose jobs may take this many milliseconds of a core in total. */
export function withBudget<T>(leftMs: number, work: () => T): T {
  return turns.run({ ...turnNow(), budget: { leftMs } }, work);
}

export function turnNow(): Turn {
  return turns.getStore() ?? { accountId: '', isRefresh: true };
}
