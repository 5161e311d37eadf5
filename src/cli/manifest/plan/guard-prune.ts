import { UsageError } from '../../frame.js';
import type { Manifest } from '../model.js';
import type { Plan } from './change.js';

/** The share of an account, in per cent, that may go without being asked for. */
export const DEFAULT_PRUNE_MAX = 20;

/** @throws {UsageError} for a file that would empty the account */
export function guardEmpty({ feeds }: Manifest, file: string): void {
  if (feeds.length > 0) return;
  throw new UsageError(`${file} has no feeds: --prune would delete all there are.`, {
    hint: 'To delete feeds, name them: feedctl feeds delete ID…',
  });
}

/**
 * A file that was cut short, or written for another account, must not take most of this one along.
 *
 * @param maximum in per cent
 * @throws {UsageError} when more feeds or more bundles would go
 */
export function guardShare(plan: Plan, maximum = DEFAULT_PRUNE_MAX): void {
  for (const kind of ['feed', 'bundle'] as const) {
    const gone = plan.changes.filter(
      (change) => change.action === 'delete' && change.kind === kind,
    );
    const total = plan.before[`${kind}s`];
    const share = total === 0 ? 0 : (gone.length * 100) / total;
    if (share <= maximum) continue;
    const rounded = Math.ceil(share);
    throw new UsageError(
      `--prune would delete ${gone.length} of ${total} ${kind}s, ${rounded} %; it may delete ${maximum} %.`,
      { hint: `Nothing was changed. If that is what you want: --prune-max ${rounded}` },
    );
  }
}
