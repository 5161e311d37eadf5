import { plain } from '../../kit/plain.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { sourceName } from '../../sources/source-spec.js';
import type { Context } from '../../verbs/context.js';
import type { Change, FieldChanges, Plan } from './change.js';
import { changeJson, newFields } from './plan-json.js';

const MARKS = { create: '+', update: '~', delete: '-' } as const;
const COLOURS = { create: 32, update: 33, delete: 31 } as const;
/** Maximum length of a text in the diff. */
const MAX_TEXT_LENGTH = 80;

/** The plan as a readable diff. */
export function showPlan(plan: Plan, { colour }: { colour: boolean }): string {
  const blocks = plan.changes.map((change) => showChange(change, colour));
  return [...blocks, `${summary(plan)}\n`].join('\n').replace(/^\n/, '');
}

/** One change: a marked line, followed by its details. */
function showChange(change: Change, colour: boolean): string {
  const { action, kind } = change;
  const id = 'id' in change ? `  ${change.id}` : '';
  const title =
    action === 'delete' && kind === 'feed' && change.title !== '' ? `  ${change.title}` : '';
  const heading = `${MARKS[action]} ${kind} ${nameOf(change)}${title}${id}`;
  return [paint(heading, COLOURS[action], colour), ...details(change, colour)]
    .map((line) => `${line}\n`)
    .join('');
}

/** The details of one change without indentation and colour. */
export function detailLines(change: Change): string[] {
  return details(change, false).map((line) => line.trim());
}

export function nameOf(change: Change): string {
  return change.kind === 'feed' ? sourceName(change.source) : change.name;
}

/** Summary of what will change and what is kept. */
function summary({ changes, kept, unchanged }: Plan): string {
  const count = (action: Change['action']) =>
    changes.filter((change) => change.action === action).length;
  const same = `${counted(unchanged.feeds, 'feed')} and ${counted(unchanged.bundles, 'bundle')}`;
  const stays = [
    ...(kept.feeds === 0 ? [] : [counted(kept.feeds, 'feed')]),
    ...(kept.bundles === 0 ? [] : [counted(kept.bundles, 'bundle')]),
    ...(kept.members === 0 ? [] : [`${counted(kept.members, 'member')} of bundles`]),
  ];
  const first =
    changes.length === 0
      ? `No changes: ${same} already match the file.`
      : `${count('create')} to create, ${count('update')} to change, ${count('delete')} to delete; ${same} unchanged.`;
  if (stays.length === 0) return first;
  return `${first}\nNot in the file and kept: ${stays.join(', ')}. To delete them: --prune`;
}

function details(change: Change, colour: boolean): string[] {
  if (change.action === 'delete') return [];
  if (change.action === 'create') {
    const given = newFields(change.kind === 'feed' ? change.entry : change.values);
    return [
      ...Object.entries(given).flatMap(([name, { to }]) =>
        to ? [`    ${name}: ${shown(to)}`] : [],
      ),
      ...(change.kind === 'bundle' ? members('+', change.add, colour) : []),
    ];
  }
  return [
    ...fieldLines(change.fields, colour),
    ...(change.kind === 'bundle'
      ? [...members('+', change.add, colour), ...members('-', change.remove, colour)]
      : []),
  ];
}

function fieldLines(fields: FieldChanges, colour: boolean): string[] {
  return Object.entries(fields).map(([name, { from, to }]) => {
    const before = paint(shown(from), COLOURS.delete, colour);
    return `    ${name}: ${before} → ${paint(shown(to), COLOURS.create, colour)}`;
  });
}

type Members = Extract<Change, { action: 'update'; kind: 'bundle' }>['add'];

function members(mark: '+' | '-', all: Members, colour: boolean): string[] {
  const code = mark === '+' ? COLOURS.create : COLOURS.delete;
  return all.map(({ source }) => paint(`    ${mark} ${sourceName(source)}`, code, colour));
}

function shown(text: string | null): string {
  if (text === null) return '(none)';
  const line = plain(text);
  if (line === '') return '(empty)';
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}

/** `1 feed`, `2 feeds`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Removes control sequences: the text comes from untrusted sources. */
function paint(text: string, code: number, colour: boolean): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const line = `${indent}${plain(text)}`;
  return colour ? `\u001b[${code}m${line}\u001b[39m` : line;
}

const CHANGES: View = {
  one: 'change',
  many: 'changes',
  columns: columns('action kind id'),
};

/** Prints a plan: a diff for people, one JSON document, or one change per line as JSON Lines. */
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
