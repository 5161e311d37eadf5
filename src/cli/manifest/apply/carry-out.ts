import { firstLines } from '../../../base/text.js';
import type { FeedClient } from '../../../client/index.js';
import type { ServiceKind } from '../../bulk/known-feeds.js';
import { startProgress } from '../../bulk/progress.js';
import { spareMemory } from '../../bulk/read-input.js';
import { CliError, inheritedFlags, shellCommand } from '../../kit/index.js';
import { jsonLine } from '../../output/json.js';
import type { SourceSpec, UnusableEntry } from '../../sources/model.js';
import { sourceName } from '../../sources/source-spec.js';
import type { Context } from '../../verbs/context.js';
import type { Plan } from '../plan/change.js';
import { changeJson } from '../plan/plan-json.js';
import { nameOf } from '../plan/show-plan.js';
import { applyPlan, type ChangeResult } from './apply-plan.js';
import { readSecrets } from './read-secrets.js';

export interface CarryOutFacts {
  client: FeedClient;
  kind: ServiceKind;
  /** The command to run again after an interruption: verb, file and options. */
  again: readonly (string | number)[];
  /** Skipped entries of the file; reported with the changes. */
  skipped?: readonly UnusableEntry[];
  /** The file, for the positions of skipped entries. */
  file: string;
  /** See `Tools`. */
  keepFailing?: boolean;
}

interface Report extends Required<Pick<CarryOutFacts, 'skipped' | 'file'>> {
  results: readonly ChangeResult[];
  /** Number of changes in the plan. */
  total: number;
}

/**
 * Applies a plan and reports the results. If it stops early, the last line says how far it came and
 * which command completes the rest.
 *
 * @throws {CliError} exit code 8 when some changes failed or entries were skipped
 */
export async function carryOut(
  context: Context,
  plan: Plan,
  { client, kind, again, skipped = [], file, keepFailing = false }: CarryOutFacts,
): Promise<void> {
  for (const warning of plan.warnings) await context.notes.warn(warning);
  const secrets = await readSecrets(context, plan);
  const command = shellCommand(['feedctl', ...again, ...inheritedFlags(context.globals)]);
  const total = plan.changes.length;
  if (total > 1) spareMemory();
  const progress = startProgress(context, 'Applying', total);
  const results: ChangeResult[] = [];
  const report = { results, total, skipped, file };
  const failing: string[] = [];
  const tools = {
    ...{ client, ...kind, secrets, signal: context.signal, onWait: progress.waiting },
    keepFailing,
    onFailing: (source: SourceSpec, reason: string) => {
      failing.push(`${sourceName(source)}: ${reason}`);
    },
  };
  const printLine = async (row: object) => {
    if (context.output.format === 'jsonl') await context.streams.stdout.write(jsonLine(row));
  };
  try {
    for (const entry of skipped) await printLine(skippedJson(entry));
    for await (const result of applyPlan(plan, tools)) {
      await printLine(resultJson(result));
      results.push(result);
      progress.step(!result.ok);
    }
  } catch (error) {
    await progress.end();
    await printResults(context, report);
    await context.notes.warn(
      `Stopped after ${results.length} of ${total} changes. To apply the rest, run again: ${command}`,
    );
    throw error;
  }
  await progress.end();
  await printResults(context, report);
  await warnFailing(context, failing);
  throwFailures(report, command);
}

async function printResults(
  { output }: Context,
  { results, total, skipped }: Report,
): Promise<void> {
  const done = results.filter(({ ok }) => ok).length;
  if (output.format === 'jsonl') return;
  if (output.format === 'table') {
    return output.report(total === 0 ? 'Nothing to do.' : `${done} of ${total} changes applied.`);
  }
  const counts = { done, failed: results.length - done, left: total - results.length };
  const document = {
    ...counts,
    changes: results.map(resultJson),
    ...(skipped.length > 0 && { skipped: skipped.map(skippedJson) }),
  };
  await output.record(document, { fields: [] });
}

/** Names the feeds that were created although their sources cannot be read now. */
async function warnFailing({ notes }: Context, failing: readonly string[]): Promise<void> {
  for (const line of firstLines(failing, MAX_LISTED)) await notes.warn(line);
  if (failing.length === 0) return;
  const feeds = failing.length === 1 ? '1 feed' : `${failing.length} feeds`;
  await notes.warn(
    `${feeds} cannot be read now; the service tries again. To list them: feedctl feeds list --health failing`,
  );
}

function resultJson(result: ChangeResult): object {
  const { change, ...outcome } = result;
  return { ...changeJson(change), ...outcome };
}

function throwFailures({ results, skipped, file }: Report, command: string): void {
  const failed = results.flatMap((result) => (result.ok ? [] : [result]));
  if (failed.length + skipped.length === 0) return;
  const many = results.length === 1 ? 'change' : 'changes';
  const counts = [
    ...(failed.length === 0 ? [] : [`${failed.length} of ${results.length} ${many} failed.`]),
    ...(skipped.length === 0
      ? []
      : [`${skipped.length} ${skipped.length === 1 ? 'entry' : 'entries'} of ${file} skipped.`]),
  ];
  const again = `To retry: ${command}`;
  throw new CliError(counts.join(' '), {
    exitCode: 8,
    code: 'SOME_FAILED',
    detail: [
      ...skippedLines(file, skipped),
      ...failed.map(({ change, error }) => `${nameOf(change)}: ${error.message}`),
    ].join('\n'),
    hint:
      failed.length > 0
        ? `The other changes were applied. ${again}`
        : 'Everything else in the file was applied. To reject files with invalid entries: feedctl import --strict',
  });
}

/** Maximum number of lines printed; JSON has all of them. */
const MAX_LISTED = 100;

/** JSON of a skipped entry, printed beside the changes. */
export function skippedJson({ kind, title, value, problems }: UnusableEntry): object {
  const line = problems[0]?.at.line ?? 0;
  const error = { message: reason(problems), code: 'UNUSABLE_ENTRY' };
  return { action: 'skip', kind, title, value, line, ok: false, error };
}

/** One line per skipped entry: position, title, value and reason. */
export function skippedLines(file: string, skipped: readonly UnusableEntry[]): string[] {
  const lines = skipped.map(({ title, value, problems }) => {
    const { line, column } = problems[0]?.at ?? { line: 1, column: 1 };
    const name = [title === '' ? [] : `"${title}"`, value === '' ? [] : `<${value}>`].flat();
    const what = name.length === 0 ? '' : ` ${name.join(' ')}:`;
    return `${file}:${line}:${column}:${what} ${reason(problems)}.`;
  });
  return firstLines(lines, MAX_LISTED, '; use --json for all');
}

function reason(problems: UnusableEntry['problems']): string {
  return problems.map(({ message }) => message).join('; ');
}
