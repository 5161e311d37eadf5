import { counted } from '../../../base/text.js';
import { giveWay } from '../../kit/index.js';
import { plainOutput } from '../../kit/plain.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { sourceName } from '../../sources/source-spec.js';
import type { Context } from '../../verbs/context.js';
import type { Change, Plan } from './change.js';
import { changeJson, countedActions, planJson } from './plan-json.js';

const MARKS = { create: '+', update: '~', delete: '-' } as const;
const COLOURS = { '+': 32, '~': 33, '-': 31 } as const;
/** Maximum length of a text in the diff. */
const MAX_TEXT_LENGTH = 80;

/** The plan as a readable diff. */
export function showPlan(plan: Plan, { colour }: { colour: boolean }): string {
  return [...showParts(plan, colour)].join('');
}

/** Number of changes that are printed before signals are handled. */
const PART = 2000;

function* showParts(plan: Plan, colour: boolean): Generator<string> {
  for (let at = 0; at < plan.changes.length; at += PART) {
    const some = plan.changes.slice(at, at + PART);
    yield some.map((change) => `${showChange(change, colour)}\n`).join('');
  }
  yield `${planSummary(plan)}\n`;
}

/** Prints the plan as a readable diff. */
export async function printDiff(
  { streams: { stdout }, signal }: Pick<Context, 'streams' | 'signal'>,
  plan: Plan,
): Promise<void> {
  for (const part of showParts(plan, stdout.colour)) {
    await stdout.write(part);
    await giveWay(signal);
  }
}

/** One change: a marked line, followed by its details. */
function showChange(change: Change, colour: boolean): string {
  const { action, kind, id } = change;
  const title = kind === 'feed' ? change.title : undefined;
  const mark = MARKS[action];
  const heading = [`${mark} ${kind} ${changeName(change)}`, title, id].filter(Boolean).join('  ');
  return [paint(heading, mark, colour), ...details(change, colour).map((line) => `    ${line}`)]
    .map((line) => `${line}\n`)
    .join('');
}

/** The details of one change without colour. */
export function details(change: Change, colour = false): string[] {
  const members = (mark: '+' | '-') =>
    (change.kind === 'feed' ? [] : mark === '+' ? change.add : change.remove).map(({ source }) =>
      paint(`${mark} ${sourceName(source)}`, mark, colour),
    );
  const fields = Object.entries(change.fields).flatMap(([name, { from, to }]) => {
    if (change.action === 'update') {
      return [
        `${name}: ${paint(planText(from), '-', colour)} → ${paint(planText(to), '+', colour)}`,
      ];
    }
    return to ? [`${name}: ${planText(to)}`] : [];
  });
  return [...fields, ...members('+'), ...members('-')];
}

export function changeName(change: Change): string {
  return change.kind === 'feed' ? sourceName(change.source) : change.name;
}

/** Summary of what will change and what is kept. */
function planSummary({ changes, kept, unchanged }: Plan): string {
  const count = countedActions(changes);
  const same = `${counted(unchanged.feeds, 'feed')} and ${counted(unchanged.bundles, 'bundle')}`;
  const stays = [
    ...(kept.feeds === 0 ? [] : [counted(kept.feeds, 'feed')]),
    ...(kept.bundles === 0 ? [] : [counted(kept.bundles, 'bundle')]),
    ...(kept.members === 0 ? [] : [`${counted(kept.members, 'member')} of bundles`]),
  ];
  const first =
    changes.length === 0
      ? `No changes: ${same} already match the file.`
      : `${count.create} to create, ${count.update} to change, ${count.delete} to delete; ${same} unchanged.`;
  if (stays.length === 0) return first;
  return `${first}\nNot in the file and kept: ${stays.join(', ')}. To delete them: --prune`;
}

function planText(text: string | null): string {
  if (text === null) return '(none)';
  const line = plainOutput(text);
  if (line === '') return '(empty)';
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

/** Removes control sequences: the text comes from untrusted sources. */
function paint(text: string, mark: keyof typeof COLOURS, colour: boolean): string {
  return colour ? `\u001b[${COLOURS[mark]}m${plainOutput(text)}\u001b[39m` : plainOutput(text);
}

const CHANGES: View = {
  one: 'change',
  many: 'changes',
  columns: columns('action kind id'),
};

/** Prints a plan: a diff for people, one JSON document, or one change per line as JSON Lines. */
export async function printPlan(
  context: Pick<Context, 'output' | 'streams' | 'notes' | 'signal'>,
  plan: Plan,
): Promise<void> {
  const { output, notes } = context;
  for (const warning of plan.warnings) await notes.warn(warning);
  if (output.format === 'table') await printDiff(context, plan);
  else if (output.format === 'jsonl') await output.rows(plan.changes.map(changeJson), CHANGES);
  else await output.record(planJson(plan), { fields: CHANGES.columns });
}
