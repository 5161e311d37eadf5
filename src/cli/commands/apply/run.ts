import { accountFlags, type ExitCode, giveWay, shellCommand } from '../../kit/index.js';
import { carryOut, skippedLines } from '../../manifest/apply/carry-out.js';
import { type FileFormat, fileFormatFlag } from '../../manifest/file-format.js';
import type { Plan } from '../../manifest/plan/change.js';
import { guardEmpty, guardShare, overreach } from '../../manifest/plan/guard-prune.js';
import { makePlan } from '../../manifest/plan/make-plan.js';
import { printDiff, printPlan } from '../../manifest/plan/show-plan.js';
import { openManifest } from '../../manifest/read/open-manifest.js';
import type { Context } from '../../verbs/context.js';
import { confirm } from '../base/confirm.js';
import { rateFlag } from '../base/index.js';

interface FileOptions {
  format: FileFormat | undefined;
  allowEnv: readonly string[];
  rate: number | undefined;
}

interface ImportOptions extends FileOptions {
  /** Rejects a file with an invalid entry instead of skipping that entry. */
  strict: boolean;
  /** Sources that cannot be read now become failing feeds. */
  keepFailing: boolean;
}

interface ApplyOptions extends FileOptions {
  prune: boolean;
  pruneMax: number | undefined;
}

interface PlanOptions extends Omit<ApplyOptions, 'rate'> {
  detailedExitcode: boolean;
}

/** Reads the file and the account, and prints the difference. */
export async function runPlan(
  context: Context,
  file: string,
  { format, allowEnv, prune, pruneMax, detailedExitcode }: PlanOptions,
): Promise<ExitCode | undefined> {
  const { manifest, plan } = await comparePlans(context, file, { format, allowEnv, prune });
  const skipped = skippedLines(file, manifest.skipped).map((line) => `Skipped: ${line}`);
  const command = ['feedctl', 'apply', file, ...fileFlags(format, allowEnv), '--prune'];
  const refusal = refusedChanges(plan, pruneMax, [...command, ...accountFlags(context.globals)]);
  await printPlan(context, { ...plan, warnings: [...plan.warnings, ...skipped, ...refusal] });
  return detailedExitcode && plan.changes.length > 0 ? 10 : undefined;
}

/** Warns when apply would refuse this plan. */
function refusedChanges(
  plan: Plan,
  pruneMax: number | undefined,
  apply: readonly string[],
): string[] {
  const refusal = overreach(plan, pruneMax);
  if (refusal === null) return [];
  const command = shellCommand([...apply, '--prune-max', refusal.share]);
  return [`feedctl apply would refuse this plan: ${refusal.message} To allow it: ${command}`];
}

/** Plans, confirms and applies. Validates the whole file before sending any request. */
export async function runApply(
  context: Context,
  file: string,
  options: ApplyOptions,
): Promise<undefined> {
  const { format, allowEnv, prune, pruneMax, rate } = options;
  const { manifest, client, plan } = await comparePlans(context, file, {
    ...options,
    changes: true,
  });
  if (prune) guardShare(plan, pruneMax);
  const { globals, output, prompts } = context;
  const count = plan.changes.length;
  const isAsked = count > 0 && prompts.canAsk && !globals.yes;
  if (output.format === 'table' && (isAsked || !globals.quiet)) {
    await printDiff(context, plan);
  }
  if (count > 0) {
    const question = count === 1 ? 'Apply this change?' : `Apply these ${count} changes?`;
    await confirm(context, question, 'Nothing was changed.');
  }
  const again = [
    ...['apply', file],
    ...fileFlags(format, allowEnv),
    ...(prune ? ['--prune'] : []),
    ...(pruneMax === undefined ? [] : ['--prune-max', pruneMax]),
    ...rateFlag(rate),
  ];
  await carryOut(context, plan, { client, file, skipped: manifest.skipped, again });
}

/** Apply without prune: nothing is deleted, so there is no confirmation. */
export async function runImport(
  context: Context,
  file: string,
  options: ImportOptions,
): Promise<undefined> {
  const { format, allowEnv, rate, strict, keepFailing } = options;
  const { manifest, client, plan } = await comparePlans(context, file, {
    ...{ format, allowEnv, rate, prune: false, changes: true },
    skipUnusable: !strict,
  });
  const again = [
    ...['import', file],
    ...fileFlags(format, allowEnv),
    ...rateFlag(rate),
    ...(strict ? ['--strict'] : []),
    ...(keepFailing ? ['--keep-failing'] : []),
  ];
  await carryOut(context, plan, {
    ...{ client, file, skipped: manifest.skipped, again },
    keepFailing: keepFailing || manifest.isForeign,
  });
}

/** The options of the file, for a command that follows. */
function fileFlags(format: FileFormat | undefined, allowEnv: readonly string[]): string[] {
  return [...fileFormatFlag(format), ...allowEnv.flatMap((name) => ['--allow-env', name])];
}

interface CompareOptions {
  format: FileFormat | undefined;
  allowEnv: readonly string[];
  prune: boolean;
  rate?: number | undefined;
  /** The plan will be carried out. */
  changes?: boolean;
  skipUnusable?: boolean | 'foreign';
}

async function comparePlans(
  context: Context,
  file: string,
  { format, allowEnv, prune, rate, changes, skipUnusable = 'foreign' }: CompareOptions,
) {
  const manifest = await openManifest(context, file, {
    format,
    secrets: { allowEnv },
    // With --prune, a skipped entry would delete its feed.
    skipUnusable: prune ? false : skipUnusable,
  });
  if (prune) guardEmpty(manifest, file);
  const client = await context.client(changes ? { creates: true, writeIntervalMs: rate } : {});
  const plan = await makePlan(client, manifest, { file, prune, context });
  await giveWay(context.signal);
  return { manifest, client, plan };
}
