import { FILTER_LIMITS } from '../../../../contract/index.js';
import type { Field, Kind } from '../../../../resources/field.js';
import type { Form } from '../frame/read-form.js';
import { fieldProblems, type Input, type Texts } from './inputs.js';

/** How a value of a kind is edited in a form, and what a request takes for what was entered. */
interface Editor {
  inputs(name: string, row: Field): Input[];
  /** What is in the fields; `value` is undefined where nothing was chosen. */
  show(name: string, value: unknown): Texts;
  read(name: string, row: Field, text: (name: string) => string): unknown;
}

export const INTERVALS = [
  ['auto', 'Automatic: follows the source'],
  ['15m', 'Every 15 minutes'],
  ['30m', 'Every 30 minutes'],
  ['1h', 'Every hour'],
  ['3h', 'Every 3 hours'],
  ['6h', 'Every 6 hours'],
  ['12h', 'Every 12 hours'],
  ['1d', 'Every day'],
  ['7d', 'Every week'],
] as const;

const RULES_HINT = `One rule a line, at most ${FILTER_LIMITS.rules}: words, a "phrase" or /regex/i; title:, text:, author:, tag: or url: in front searches only there. A star at the end takes any ending: elect*`;

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** What a row says beside its label; undefined when it says nothing else. */
function hintOf({ label, doc }: Field): string | undefined {
  const more = doc.startsWith(label) ? doc.slice(label.length).replace(/^[,:]? */, '') : doc;
  return more === '' ? undefined : `${more.replace(/^./, (first) => first.toUpperCase())}.`;
}

function withHint(name: string, row: Field): Input {
  const hint = hintOf(row);
  return { name, label: row.label, ...(hint !== undefined && { hint }) };
}

/** One line, or several: what the row says of it is the hint. */
function textEditor(more: Partial<Input>): Editor {
  return {
    inputs: (name, row) => [{ ...withHint(name, row), ...more }],
    show: (name, value) => ({ [name]: asText(value) }),
    read: (name, row, text) => (text(name) === '' && row.none === null ? null : text(name)),
  };
}

function choiceEditor(options: NonNullable<Input['options']>, other = ''): Editor {
  return {
    inputs: (name, row) => [{ name, label: row.label, as: 'choice', options, other }],
    show: (name, value) => ({ [name]: asText(value) || (options[0]?.[0] ?? '') }),
    read: (name, row, text) => text(name) || row.none,
  };
}

const linesEditor: Editor = {
  inputs: (name, row) => [{ ...withHint(name, row), as: 'lines' }],
  show: (name, value) => ({ [name]: Array.isArray(value) ? value.join('\n') : '' }),
  read: (name, _, text) => linesOf(text(name)),
};

/** What only the command line and files change has no editor. */
const EDITORS: Partial<Record<Kind, Editor>> = {
  text: textEditor({}),
  long_text: textEditor({ as: 'lines' }),
  image: textEditor({}),
  boolean: {
    inputs: (name, row) => [{ name, label: row.doc, as: 'tick' }],
    show: (name, value) => ({ [name]: value === true ? 'on' : '' }),
    read: (name, _, text) => text(name) === 'on',
  },
  interval: choiceEditor([...INTERVALS, ['paused', 'Never: paused']], 'Every '),
  duration: {
    ...textEditor({}),
    read: (name, row, text) => text(name) || row.none,
  },
  hours: {
    inputs: (_, { label }) => [
      { name: 'quiet_from', label: 'Not fetched from', as: 'time', inside: label },
      { name: 'quiet_to', label: 'Until', as: 'time', inside: label },
      {
        name: 'quiet_zone',
        label: 'Time zone',
        hint: 'Such as Europe/Berlin; UTC when left empty.',
        maxLength: 50,
        inside: label,
      },
    ],
    show(_, value) {
      const [, from, to, zone] = /^([\d:]+)-([\d:]+) (\S+)$/.exec(asText(value)) ?? [];
      return { quiet_from: from, quiet_to: to, quiet_zone: zone };
    },
    read(_, row, text) {
      const [from, to] = [text('quiet_from'), text('quiet_to')];
      return from === '' && to === '' ? row.none : `${from}-${to} ${text('quiet_zone') || 'UTC'}`;
    },
  },
  filters: {
    inputs: () => [
      {
        name: 'include',
        label: 'Keep only items that match one of these rules',
        hint: RULES_HINT,
        as: 'lines',
      },
      {
        name: 'exclude',
        label: 'Drop items that match one of these rules',
        hint: 'One rule a line.',
        as: 'lines',
      },
    ],
    show(_, value) {
      const { include = [], exclude = [] } = (value ?? {}) as Partial<Record<string, string[]>>;
      return { include: include.join('\n'), exclude: exclude.join('\n') };
    },
    read: (_, __, text) => ({
      include: linesOf(text('include')),
      exclude: linesOf(text('exclude')),
    }),
  },
  render: choiceEditor([
    ['auto', 'Only when the page needs it'],
    ['always', 'Always'],
    ['never', 'Never'],
  ]),
  steps: linesEditor,
};

type Rows = Readonly<Record<string, Field>>;

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The inputs of these rows of a resource. */
export function inputsOf(rows: Rows, names: readonly string[]): Input[] {
  return editorsOf(rows, names).flatMap(([name, row, editor]) => editor.inputs(name, row));
}

/** What is in their fields. */
export function textsOf(
  rows: Rows,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Texts {
  return Object.assign(
    {},
    ...editorsOf(rows, names).map(([name, _, editor]) => editor.show(name, values[name])),
  );
}

/** What a request takes for what was entered, of the rows whose fields differ from `before`. */
export function changesIn(
  rows: Rows,
  names: readonly string[],
  form: Pick<Form, 'text'>,
  before: Texts = {},
): Record<string, unknown> {
  const text = (name: string) => form.text(name);
  return Object.fromEntries(
    editorsOf(rows, names).flatMap(([name, row, editor]) => {
      const fields = editor.inputs(name, row).map((input) => input.name);
      const isSame = fields.every((field) => text(field) === (before[field] ?? '').trim());
      return isSame ? [] : [[name, editor.read(name, row, text)]];
    }),
  );
}

/** What is wrong with them, at the first input of the row that a message names. */
export function problemsIn(rows: Rows, names: readonly string[]) {
  return (message: string): Texts => {
    const problems = fieldProblems(message);
    for (const [name, row, editor] of editorsOf(rows, names)) {
      const [first] = editor.inputs(name, row);
      const problem = problems[name];
      if (problem !== undefined && first !== undefined) problems[first.name] = problem;
    }
    return problems;
  };
}

function editorsOf(rows: Rows, names: readonly string[]) {
  return names.flatMap((name) => {
    const row = rows[name];
    const editor = row && EDITORS[row.kind];
    return row && editor ? [[name, row, editor] as const] : [];
  });
}
