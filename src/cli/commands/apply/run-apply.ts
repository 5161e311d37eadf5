import { serviceKind } from '../../bulk/known-feeds.js';
import { carryOut } from '../../manifest/apply/carry-out.js';
import { type FileFormat, fileFormatFlag } from '../../manifest/file-format.js';
import { guardEmpty, guardShare } from '../../manifest/plan/guard-prune.js';
import { makePlan } from '../../manifest/plan/make-plan.js';
import { showPlan } from '../../manifest/plan/show-plan.js';
import { openManifest } from '../../manifest/read/open-manifest.js';
import type { Context } from '../../verbs/context.js';
import { confirm } from '../base/confirm.js';
import { rateFlag } from '../base/index.js';

export interface ApplyOptions {
  format: FileFormat | undefined;
  prune: boolean;
  pruneMax: number | undefined;
  rate: number | undefined;
}

/** Plans, confirms and applies. Validates the whole file before sending any request. */
export async function runApply(
  context: Context,
  file: string,
  { format, prune, pruneMax, rate }: ApplyOptions,
): Promise<undefined> {
  const manifest = await openManifest(context, file, {
    format,
    // With --prune, a skipped entry would delete its feed.
    skipUnusable: prune ? false : 'opml',
  });
  if (prune) guardEmpty(manifest, file);
  const client = await context.client({ creates: true, writeIntervalMs: rate });
  const plan = await makePlan(client, manifest, { file, prune, context });
  if (prune) guardShare(plan, pruneMax);
  const { globals, output, prompts, streams } = context;
  const isAsked = plan.changes.length > 0 && prompts.canAsk && !globals.yes;
  if (output.format === 'table' && (isAsked || !globals.quiet)) {
    await streams.stdout.write(showPlan(plan, streams.stdout));
  }
  if (plan.changes.length > 0) {
    const count = plan.changes.length;
    const question = count === 1 ? 'Apply this change?' : `Apply these ${count} changes?`;
    await confirm(context, question, 'Nothing was changed.');
  }
  await carryOut(context, plan, {
    client,
    kind: await serviceKind(client),
    file,
    skipped: manifest.skipped,
    again: [
      ...['apply', file],
      ...fileFormatFlag(format),
      ...(prune ? ['--prune'] : []),
      ...(pruneMax === undefined ? [] : ['--prune-max', pruneMax]),
      ...rateFlag(rate),
    ],
  });
}
