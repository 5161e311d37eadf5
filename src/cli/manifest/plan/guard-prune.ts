import { UsageError } from '../../kit/index.js';
import type { Manifest } from '../../sources/model.js';
import type { Plan } from './change.js';
import { counted } from './show-plan.js';

/** The share of an account, in per cent, that may go without being asked for. */
export const DEFAULT_PRUNE_MAX = 20;

/** @throws {UsageError} for a file that would empty the account */
export function guardEmpty({ feeds }: Manifest, file: string): void {
  if (feeds.length > 0) return;
  throw new UsageError(`${file} has no feeds: --prune would delete all there are.`, {
    hint: 'To delete feeds, name them: feedctl feeds delete ID…',
  });
}

/** Too much of an account would go. */
export interface Overreach {
  /** What would go, and how much may. */
  message: string;
  /** What would have to be allowed, in per cent. */
  share: number;
}

/** @param maximum in per cent */
export function overreach(plan: Plan, maximum = DEFAULT_PRUNE_MAX): Overreach | null {
  const losses = (['feed', 'bundle'] as const).map((kind) => lossOf(plan, kind));
  const largest = losses.reduce((a, b) => (b.share > a.share ? b : a));
  if (largest.share <= maximum) return null;
  const { gone, total, kind, share } = largest;
  const message = `--prune would delete ${gone} of ${counted(total, kind)}, ${share} %; it may delete ${maximum} %.`;
  return { message, share };
}

/**
 * A file that was cut short, or written for another account, must not take most of this one along.
 *
 * @param maximum in per cent
 * @throws {UsageError} when more feeds or more bundles would go
 */
export function guardShare(plan: Plan, maximum?: number): void {
  const refused = overreach(plan, maximum);
  if (refused === null) return;
  throw new UsageError(refused.message, {
    hint: `Nothing was changed. If that is what you want: --prune-max ${refused.share}`,
  });
}

/** How many of a kind would go; the share in per cent, rounded up. */
function lossOf({ changes, before }: Plan, kind: 'feed' | 'bundle') {
  const gone = changes.filter((each) => each.action === 'delete' && each.kind === kind).length;
  const total = before[`${kind}s`];
  return { kind, gone, total, share: total === 0 ? 0 : Math.ceil((gone * 100) / total) };
}
