import { type Description, describe } from '../errors/describe.js';
import { CliError } from '../kit/index.js';

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
