import type { Context } from '../../context.js';
import type { ExitCode } from '../../frame.js';
import { guardEmpty } from '../../manifest/plan/guard-prune.js';
import { makePlan } from '../../manifest/plan/make-plan.js';
import { planJson } from '../../manifest/plan/plan-json.js';
import { printPlan } from '../../manifest/plan/print-plan.js';
import type { FileFormat } from '../../manifest/read/format.js';
import { openManifest } from '../../manifest/read/open-manifest.js';

export interface PlanOptions {
  format: FileFormat | undefined;
  prune: boolean;
  detailedExitcode: boolean;
}

/** Reads the file, then the account, and shows the difference. */
export async function runPlan(
  context: Context,
  file: string,
  { format, prune, detailedExitcode }: PlanOptions,
): Promise<ExitCode | undefined> {
  const manifest = await openManifest(context, file, format);
  if (prune) guardEmpty(manifest, file);
  const client = await context.client();
  const plan = await context.during('Comparing', () => makePlan(client, manifest, { file, prune }));
  await printPlan(context, plan, planJson(plan));
  return detailedExitcode && plan.changes.length > 0 ? 10 : undefined;
}
