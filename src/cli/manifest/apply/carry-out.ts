import { counted, firstLines } from '../../../base/text.js';
import type { FeedClient } from '../../../client/index.js';
import { serviceKind } from '../../bulk/known-feeds.js';
import { startProgress } from '../../bulk/progress.js';
import { CliError, inheritedFlags, shellCommand } from '../../kit/index.js';
import { spareMemory } from '../../kit/v8-flags.js';
import { jsonLine } from '../../output/json.js';
import type { SourceSpec, UnusableEntry } from '../../sources/model.js';
import { sourceName } from '../../sources/source-spec.js';
import type { Context } from '../../verbs/context.js';
import type { Plan } from '../plan/change.js';
import { changeJson } from '../plan/plan-json.js';
import { changeName } from '../plan/show-plan.js';
import { applyPlan, type ChangeResult } from './apply-plan.js';
import { readSecrets } from './read-secrets.js';

interface CarryOutFacts {
  client: FeedClient;
  /** The command to run again after an interruption: verb, file and options. */
  again: readonly (string | number)[];
  /** Skipped entries of the file; reported with the changes. */
  skipped: readonly UnusableEntry[];
  /** The file, for the positions of skipped entries. */
  file: string;
  /** See `Tools`. */
  keepFailing?: boolean;
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
  { client, again, skipped, file, keepFailing = false }: CarryOutFacts,
): Promise<void> {
  const { notes, output, signal, streams } = context;
  for (const warning of plan.warnings) await notes.warn(warning);
  const feedChanges = plan.changes.filter((change) => change.kind === 'feed');
  const secrets = await readSecrets(context, feedChanges);
  const kind = await serviceKind(client);
  const command = shellCommand(['feedctl', ...again, ...inheritedFlags(context.globals)]);
  const total = plan.changes.length;
  if (total > 1) spareMemory();
  const progress = startProgress(context, 'Applying', total);
  const results: ChangeResult[] = [];
  const failing: string[] = [];
  const onFailing = (source: SourceSpec, reason: string) => {
    failing.push(`${sourceName(source)}: ${reason}`);
  };
  const printLine = async (row: object) => {
    if (output.format === 'jsonl') await streams.stdout.write(jsonLine(row));
  };
  const finish = async () => {
    await progress.end();
    await printResults(context, results, { total, skipped });
  };
  try {
    for (const entry of skipped) await printLine(skippedJson(entry));
    const waiting = { signal, onWait: progress.waiting, waitsForStore: true };
    const tools = { client, ...kind, ...waiting, secrets, keepFailing, onFailing };
    for await (const result of applyPlan(plan, tools)) {
      await printLine(resultJson(result));
      results.push(result);
      progress.step(!result.ok);
    }
  } catch (error) {
    await finish();
    await notes.warn(
      `Stopped after ${results.length} of ${total} changes. To apply the rest, run again: ${command}`,
    );
    throw error;
  }
  await finish();
  await warnFailing(context, failing);
  throwFailedChanges(results, { skipped, file, command });
}

async function printResults(
  { output }: Context,
  results: readonly ChangeResult[],
  { total, skipped }: { total: number; skipped: readonly UnusableEntry[] },
): Promise<void> {
  const done = results.filter(({ ok }) => ok).length;
  if (output.format === 'jsonl') return;
  if (output.format === 'table') {
    return output.report(total === 0 ? 'Nothing to do.' : `${done} of ${total} changes applied.`);
  }
  const document = {
    ...{ done, failed: results.length - done, left: total - results.length },
    changes: results.map(resultJson),
    ...(skipped.length > 0 && { skipped: skipped.map(skippedJson) }),
  };
  await output.record(document, { fields: [] });
}

/** Names the feeds that were created although their sources cannot be read now. */
async function warnFailing({ notes }: Context, failing: readonly string[]): Promise<void> {
  for (const line of firstLines(failing, MAX_LISTED)) await notes.warn(line);
  if (failing.length === 0) return;
  await notes.warn(
    `${counted(failing.length, 'feed')} cannot be read now; the service tries again. To list them: feedctl feeds list --failing`,
  );
}

function resultJson({ change, ...outcome }: ChangeResult): object {
  return { ...changeJson(change), ...outcome };
}

function throwFailedChanges(
  results: readonly ChangeResult[],
  { skipped, file, command }: { skipped: readonly UnusableEntry[]; file: string; command: string },
): void {
  const failed = results.flatMap((result) => (result.ok ? [] : [result]));
  if (failed.length + skipped.length === 0) return;
  const counts = [
    ...(failed.length > 0
      ? [`${failed.length} of ${counted(results.length, 'change')} failed.`]
      : []),
    ...(skipped.length > 0
      ? [`${counted(skipped.length, 'entry', 'entries')} of ${file} skipped.`]
      : []),
  ];
  throw new CliError(counts.join(' '), {
    exitCode: 8,
    code: 'SOME_FAILED',
    detail: [
      ...skippedLines(file, skipped),
      ...failed.map(({ change, error }) => `${changeName(change)}: ${error.message}`),
    ].join('\n'),
    hint:
      failed.length > 0
        ? `The other changes were applied. To retry: ${command}`
        : 'Everything else in the file was applied. To reject files with invalid entries: feedctl import --strict',
  });
}

/** Maximum number of lines printed; JSON has all of them. */
const MAX_LISTED = 100;

/** JSON of a skipped entry, printed next to the changes. */
function skippedJson({ kind, title, value, problems }: UnusableEntry): object {
  const line = problems[0]?.at.line ?? 0;
  const error = { message: entryReason(problems), code: 'UNUSABLE_ENTRY' };
  return { action: 'skip', kind, title, value, line, ok: false, error };
}

/** One line per skipped entry: position, title, value and reason. */
export function skippedLines(file: string, skipped: readonly UnusableEntry[]): string[] {
  const lines = skipped.map(({ title, value, problems }) => {
    const { line, column } = problems[0]?.at ?? { line: 1, column: 1 };
    const name = [title === '' ? [] : `"${title}"`, value === '' ? [] : `<${value}>`].flat();
    const what = name.length === 0 ? '' : ` ${name.join(' ')}:`;
    return `${file}:${line}:${column}:${what} ${entryReason(problems)}.`;
  });
  return firstLines(lines, MAX_LISTED, '; use --json for all');
}

/** Why an entry was skipped. */
export function entryReason(problems: UnusableEntry['problems']): string {
  return problems.map(({ message }) => message).join('; ');
}
