import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import type { Plan } from './change.js';
import { changeJson } from './plan-json.js';
import { showPlan } from './show-plan.js';

const CHANGES: View = {
  one: 'change',
  many: 'changes',
  columns: [{ field: 'action' }, { field: 'kind' }, { field: 'id', kind: 'id' }],
};

/** Prints a plan: a diff for people, a document for programs, a change a line as JSON Lines. */
export async function printPlan(
  { output, streams, notes }: Pick<Context, 'output' | 'streams' | 'notes'>,
  plan: Plan,
  document: object,
): Promise<void> {
  for (const warning of plan.warnings) await notes.warn(warning);
  if (output.format === 'table') await streams.stdout.write(showPlan(plan, streams.stdout));
  else if (output.format === 'jsonl') await output.rows(plan.changes.map(changeJson), CHANGES);
  else await output.record(document, { fields: CHANGES.columns });
}
