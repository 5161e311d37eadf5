import { isBundleId } from '../../contract/ids.js';
import { shellCommand, UsageError } from '../kit/index.js';

export { isBundleId };

const ELSEWHERE = {
  feeds: { other: 'bundles', problem: 'is the id of a bundle; this command takes feeds.' },
  bundles: { other: 'feeds', problem: 'is not the id of a bundle: bundle ids start with "_".' },
} as const;

/**
 * Rejects ids of the other kind before any request: they are easily confused, and the service
 * would only report "not found".
 *
 * @param verb the same command for the other kind, as a suggestion
 */
export function checkIds(
  ids: readonly string[],
  { of, verb }: { of: keyof typeof ELSEWHERE; verb: string },
): void {
  if (ids.includes('')) throw new UsageError('An id must not be empty.');
  const stray = ids.find((id) => isBundleId(id) !== (of === 'bundles'));
  if (stray === undefined) return;
  const { other, problem } = ELSEWHERE[of];
  throw new UsageError(`"${stray}" ${problem}`, {
    hint: `For ${other}: ${shellCommand(['feedctl', other, verb, stray])}`,
  });
}
