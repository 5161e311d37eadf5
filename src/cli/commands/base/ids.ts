import { isBundleId } from '../../../contract/ids.js';
import { UsageError } from '../../errors/cli-errors.js';
import { shellCommand } from '../../shell-words.js';

/**
 * Refuses ids of the other sort before anything is sent: people mix the two up, and the service's
 * "not found" would send them looking for a feed that was never lost.
 *
 * @param instead words of the command that takes bundles, to suggest
 */
export function checkFeedIds(ids: readonly string[], instead: readonly string[]): void {
  const bundle = ids.find(isBundleId);
  checkNotEmpty(ids);
  if (bundle === undefined) return;
  throw new UsageError(`"${bundle}" is the id of a bundle; this command takes feeds.`, {
    hint: `For bundles: ${shellCommand(['feedctl', ...instead, bundle])}`,
  });
}

/** The same for commands that take bundles. */
export function checkBundleIds(ids: readonly string[], instead: readonly string[]): void {
  checkNotEmpty(ids);
  const feed = ids.find((id) => !isBundleId(id));
  if (feed === undefined) return;
  throw new UsageError(`"${feed}" is not the id of a bundle: those begin with "_".`, {
    hint: `For feeds: ${shellCommand(['feedctl', ...instead, feed])}`,
  });
}

function checkNotEmpty(ids: readonly string[]): void {
  if (ids.includes('')) throw new UsageError('An id is empty.');
}
