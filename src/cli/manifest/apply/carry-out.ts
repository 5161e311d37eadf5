import type { FeedClient } from '../../../client/index.js';
import { startProgress } from '../../bulk/progress.js';
import type { ServiceKind } from '../../bulk/service-kind.js';
import { spareMemory } from '../../bulk/spare-memory.js';
import { CliError, carriedOver, shellCommand } from '../../frame.js';
import { jsonLine } from '../../output/json.js';
import type { Context } from '../../running/context.js';
import type { Plan } from '../plan/change.js';
import { changeJson } from '../plan/plan-json.js';
import { nameOf } from '../plan/show-plan.js';
import { applyPlan } from './apply-plan.js';
import type { ChangeResult } from './result.js';

export interface CarryOutFacts {
  client: FeedClient;
  kind: ServiceKind;
  /** The verb, the file and what changes the plan: what to run again after an interruption. */
  again: readonly (string | number)[];
}

/**
 * Carries a plan out and reports it. Whatever ends it early, the last words say how far it came and
 * that running the command again does the rest.
 *
 * @throws {CliError} exit code 8 when some changes failed
 */
export async function carryOut(
  context: Context,
  plan: Plan,
  { client, kind, again }: CarryOutFacts,
): Promise<void> {
  for (const warning of plan.warnings) await context.notes.warn(warning);
  const command = shellCommand(['feedctl', ...again, ...carriedOver(context.globals)]);
  const total = plan.changes.length;
  if (total > 1) spareMemory();
  const progress = startProgress(context, 'Applying', total);
  const results: ChangeResult[] = [];
  const tools = { client, ...kind, signal: context.signal, onWait: progress.waiting };
  try {
    for await (const result of applyPlan(plan, tools)) {
      results.push(result);
      progress.step(!result.ok);
      if (context.output.format === 'jsonl') {
        await context.streams.stdout.write(jsonLine(resultJson(result)));
      }
    }
  } catch (error) {
    await progress.end();
    await printResults(context, results, total);
    await context.notes.warn(
      `Stopped after ${results.length} of ${total} changes. To do the rest, run it again: ${command}`,
    );
    throw error;
  }
  await progress.end();
  await printResults(context, results, total);
  throwFailures(results, command);
}

async function printResults(
  { output }: Context,
  results: readonly ChangeResult[],
  total: number,
): Promise<void> {
  const done = results.filter(({ ok }) => ok).length;
  if (output.format === 'jsonl') return;
  if (output.format === 'table') {
    return output.say(total === 0 ? 'Nothing to do.' : `${done} of ${total} changes made.`);
  }
  const counts = { done, failed: results.length - done, left: total - results.length };
  await output.record({ ...counts, changes: results.map(resultJson) }, { fields: [] });
}

function resultJson(result: ChangeResult): object {
  const { change, ...outcome } = result;
  return { ...changeJson(change), ...outcome };
}

function throwFailures(results: readonly ChangeResult[], command: string): void {
  const failed = results.flatMap((result) => (result.ok ? [] : [result]));
  if (failed.length === 0) return;
  const many = results.length === 1 ? 'change was' : 'changes were';
  throw new CliError(`${failed.length} of ${results.length} ${many} not made.`, {
    exitCode: 8,
    code: 'SOME_FAILED',
    detail: failed.map(({ change, error }) => `${nameOf(change)}: ${error.message}`).join('\n'),
    hint: `The others stay made. To try these again: ${command}`,
  });
}
