import { ApiError, NetworkError } from '../../client/errors.js';
import { type Description, describe, exitCodeOf } from '../errors/describe.js';
import { CliError } from '../kit/index.js';
import { inOrder } from './in-order.js';

/** What became of one of several. */
export type Outcome<T> = { id: string; value: T } | { id: string; failure: Failure };

interface Failure {
  error: unknown;
  description: Description;
}

/**
 * Does the same to each of several ids, once for an id that was given twice, and goes on after a
 * failure; failures that the next one would meet as well (wrong key, rate limit, aborted) end it.
 */
export async function* each<T>(
  ids: readonly string[],
  work: (id: string) => Promise<T>,
): AsyncGenerator<Outcome<T>> {
  for (const id of new Set(ids)) {
    try {
      yield { id, value: await work(id) };
    } catch (error) {
      const description = describe(error);
      if ([1, 2, 4, 6].includes(description.exitCode)) throw error;
      yield { id, failure: { error, description } };
    }
  }
}

/**
 * Ends a command in which some failed: with the failure itself when only one was asked for, with
 * exit code 8 and a line for each otherwise.
 */
export function throwFailures(
  outcomes: readonly Outcome<unknown>[],
  { done, many }: { done: string; many: string },
): void {
  const failed = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome] : []));
  const first = failed[0];
  if (first === undefined) return;
  if (outcomes.length === 1) throw first.failure.error;
  throw new CliError(`${failed.length} of ${outcomes.length} ${many} were not ${done}.`, {
    exitCode: 8,
    code: 'SOME_FAILED',
    detail: failed.map(({ id, failure }) => `${id}: ${failure.description.message}`).join('\n'),
  });
}

/**
 * Does the same to many, a few at a time; the results come in the order of the items. The first
 * failure ends it.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for await (const result of inOrder(items, atATime, work)) results.push(result);
  return results;
}

/**
 * Whether the next of several would fail in the same way: a wrong key, a lasting limit, a plan that
 * is full, a service that is not there, a command that was stopped.
 */
export function stopsAll(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return true;
  if (error instanceof NetworkError) return ['dns', 'refused', 'tls', 'proxy'].includes(error.kind);
  if (error instanceof ApiError && error.status === 402) return true;
  return [1, 4, 6].includes(exitCodeOf(error));
}
