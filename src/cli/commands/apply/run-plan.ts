import { accountFlags, type ExitCode, shellCommand } from '../../kit/index.js';
import { skippedLines } from '../../manifest/apply/carry-out.js';
import { fileFormatFlag } from '../../manifest/file-format.js';
import type { Plan } from '../../manifest/plan/change.js';
import { guardEmpty, overreach } from '../../manifest/plan/guard-prune.js';
import { makePlan } from '../../manifest/plan/make-plan.js';
import { planJson } from '../../manifest/plan/plan-json.js';
import { printPlan } from '../../manifest/plan/show-plan.js';
import { openManifest } from '../../manifest/read/open-manifest.js';
import type { Context } from '../../verbs/context.js';
import type { ApplyOptions } from './run-apply.js';

export interface PlanOptions extends Omit<ApplyOptions, 'rate'> {
  detailedExitcode: boolean;
}

/** Reads the file and the account, and prints the difference. */
export async function runPlan(
  context: Context,
  file: string,
  { format, prune, pruneMax, detailedExitcode }: PlanOptions,
): Promise<ExitCode | undefined> {
  const manifest = await openManifest(context, file, {
    format,
    skipUnusable: prune ? false : 'opml',
  });
  if (prune) guardEmpty(manifest, file);
  const client = await context.client();
  const made = await makePlan(client, manifest, { file, prune, context });
  const command = ['feedctl', 'apply', file, ...fileFormatFlag(format), '--prune'];
  const skipped = skippedLines(file, manifest.skipped).map((line) => `Skipped: ${line}`);
  const listed = { ...made, warnings: [...made.warnings, ...skipped] };
  const plan = warned(listed, pruneMax, [...command, ...accountFlags(context.globals)]);
  await printPlan(context, plan, planJson(plan));
  return detailedExitcode && plan.changes.length > 0 ? 10 : undefined;
}

/** Warns when apply would refuse this plan. */
function warned(plan: Plan, pruneMax: number | undefined, apply: readonly string[]): Plan {
  const refused = overreach(plan, pruneMax);
  if (refused === null) return plan;
  const command = shellCommand([...apply, '--prune-max', refused.share]);
  const warning = `feedctl apply would refuse this plan: ${refused.message} To allow it: ${command}`;
  return { ...plan, warnings: [...plan.warnings, warning] };
}
