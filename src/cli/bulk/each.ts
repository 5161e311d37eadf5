import { ApiError, NetworkError } from '../../client/errors.js';
import { type Description, describe, exitCodeOf } from '../errors/describe.js';
import { CliError } from '../kit/index.js';
import type { Output } from '../output/output.js';
import type { View } from '../output/view.js';
import { isUnreachable } from './create-once.js';
import { mapInOrder } from './in-order.js';

/** The result for one of several ids. */
export type Outcome<T> = { id: string; value: T } | { id: string; failure: Failure };

interface Failure {
  error: unknown;
  description: Description;
}

/**
 * Runs `work` for each distinct id and continues after a failure, except after failures that the
 * next id would meet as well (wrong key, rate limit, aborted).
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

/** How `printEach` reports several objects. */
interface EachChange<T extends object> {
  /** Prints the rows. */
  output: Output;
  view: View;
  work(id: string): Promise<T>;
  /** Row of a failure; without it, only the error names it. */
  failed?(id: string, error: Description): object;
  /** The verb for the message about failures, such as `deleted`. */
  done: string;
}

/**
 * Runs `work` for each distinct id and prints a row for each.
 *
 * @returns the results, when none failed
 * @throws {CliError} see `throwFailures`
 */
export async function printEach<T extends object>(
  ids: readonly string[],
  { output, view, work, failed, done }: EachChange<T>,
): Promise<T[]> {
  const outcomes: Outcome<T>[] = [];
  async function* rows() {
    for await (const outcome of each(ids, work)) {
      outcomes.push(outcome);
      if ('value' in outcome) yield outcome.value;
      else if (failed !== undefined) yield failed(outcome.id, outcome.failure.description);
    }
  }
  await output.rows(rows(), view);
  throwFailures(outcomes, { done, many: view.many });
  return outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []));
}

/**
 * Throws when some failed: the failure itself when only one id was given, otherwise exit code 8 with
 * a line for each.
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
 * Runs `work` for each item with limited concurrency and returns the results in the order of the
 * items. The first failure ends it.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for await (const result of mapInOrder(items, atATime, work)) results.push(result);
  return results;
}

/**
 * True if the next item would fail in the same way: wrong key, persistent rate limit, full plan,
 * unreachable service, stopped command.
 */
export function stopsAll(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return true;
  if (error instanceof NetworkError) return isUnreachable(error);
  if (error instanceof ApiError && error.status === 402) return true;
  return [1, 4, 6].includes(exitCodeOf(error));
}
