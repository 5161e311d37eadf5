import { counted } from '../../../base/text.js';
import { UsageError } from '../../kit/index.js';
import type { Manifest } from '../../sources/model.js';
import type { Plan } from './change.js';

/** Default share of an account that may be deleted, in percent. */
const DEFAULT_PRUNE_MAX = 20;

/** @throws {UsageError} for a file that would empty the account */
export function guardEmpty({ feeds }: Manifest, file: string): void {
  if (feeds.length > 0) return;
  throw new UsageError(`${file} has no feeds: --prune would delete every feed.`, {
    hint: 'To delete feeds: feedctl feeds delete ID…',
  });
}

/** A plan that deletes more than is allowed. */
interface Overreach {
  /** The number of deletions and the limit, as a message. */
  message: string;
  /** The share that --prune-max would have to allow, in percent. */
  share: number;
}

/** @param maximum in percent */
export function overreach(plan: Plan, maximum = DEFAULT_PRUNE_MAX): Overreach | null {
  const losses = (['feed', 'bundle'] as const).map((kind) => lossOf(plan, kind));
  const largest = losses.reduce((a, b) => (b.share > a.share ? b : a));
  if (largest.share <= maximum) return null;
  const { gone, total, kind, share } = largest;
  const message = `--prune would delete ${gone} of ${counted(total, kind)}, ${share} %; it may delete ${maximum} %.`;
  return { message, share };
}

/**
 * Protects the account against a truncated file or the file of another account.
 *
 * @param maximum in percent
 * @throws {UsageError} when more feeds or more bundles would be deleted
 */
export function guardShare(plan: Plan, maximum?: number): void {
  const refused = overreach(plan, maximum);
  if (refused === null) return;
  throw new UsageError(refused.message, {
    hint: `Nothing was changed. To allow this: --prune-max ${refused.share}`,
  });
}

/** Number of objects of a kind to delete, and their share in percent, rounded up. */
function lossOf({ changes, before }: Plan, kind: 'feed' | 'bundle') {
  const gone = changes.filter((each) => each.action === 'delete' && each.kind === kind).length;
  const total = before[`${kind}s`];
  return { kind, gone, total, share: total === 0 ? 0 : Math.ceil((gone * 100) / total) };
}
