import { isBundleId } from '../../contract/feed.js';
import { shellCommand, UsageError } from '../kit/index.js';

export { isBundleId };

const ELSEWHERE = {
  feeds: { other: 'bundles', problem: 'is the id of a bundle; this command takes feeds.' },
  bundles: { other: 'feeds', problem: 'is not the id of a bundle: those begin with "_".' },
} as const;

/**
 * Refuses ids of the other sort before anything is sent: people mix the two up, and the service's
 * "not found" would send them looking for a feed that was never lost.
 *
 * @param verb the same command for the other sort, to suggest
 */
export function checkIds(
  ids: readonly string[],
  { of, verb }: { of: keyof typeof ELSEWHERE; verb: string },
): void {
  if (ids.includes('')) throw new UsageError('An id is empty.');
  const stray = ids.find((id) => isBundleId(id) !== (of === 'bundles'));
  if (stray === undefined) return;
  const { other, problem } = ELSEWHERE[of];
  throw new UsageError(`"${stray}" ${problem}`, {
    hint: `For ${other}: ${shellCommand(['feedctl', other, verb, stray])}`,
  });
}
