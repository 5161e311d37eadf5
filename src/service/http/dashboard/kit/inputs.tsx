import type { Child } from 'hono/jsx';
import type { Form as SentForm } from '../frame/read-form.js';
import { Button, Form, SelectField, TextArea, TextField } from '../views/form.js';
import { Notice } from '../views/pieces.js';
import type { Visit } from './screen.js';

/** One field of a form, as data. */
export interface Input {
  name: string;
  label: string;
  hint?: Child;
  /** Default: one line of text. */
  as?: 'lines' | 'choice' | 'tick' | 'date' | 'time' | 'password';
  options?: readonly (readonly [value: string, label: string])[];
  /** What is before a value that is not an option. */
  other?: string;
  required?: boolean;
  maxLength?: number;
  rows?: number;
  autocomplete?: string;
  /** Summary of the part that opens, together with the neighbours of the same name. */
  inside?: string;
}

/** What is in the fields, or what is wrong with them, by name. */
export type Texts = Readonly<Record<string, string | undefined>>;

interface InputsProps {
  inputs: readonly Input[];
  values: Texts;
  problems?: Texts;
}

/** Fields one below the other; those that share `inside` open together. */
export function Inputs({ inputs, values, problems = {} }: InputsProps) {
  const groups: { inside: string | undefined; inputs: Input[] }[] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    if (last !== undefined && last.inside === input.inside) last.inputs.push(input);
    else groups.push({ inside: input.inside, inputs: [input] });
  }
  return (
    <>
      {groups.map((group) => {
        const fields = group.inputs.map((input) => (
          <OneInput input={input} value={values[input.name]} error={problems[input.name]} />
        ));
        if (group.inside === undefined) return fields;
        const isOpen = group.inputs.some(({ name }) => values[name] || problems[name]);
        return (
          <details open={isOpen}>
            <summary>{group.inside}</summary>
            <div class="fields spaced">{fields}</div>
          </details>
        );
      })}
    </>
  );
}

function OneInput(props: { input: Input; value: string | undefined; error: string | undefined }) {
  const { input, value = '', error } = props;
  const { as, options = [], other = '', rows, inside: _, ...field } = input;
  switch (as) {
    case 'choice': {
      const isKnown = options.some(([option]) => option === value);
      const all =
        isKnown || value === '' ? options : [...options, [value, `${other}${value}`] as const];
      return <SelectField {...field} options={all} value={value} error={error} />;
    }
    case 'lines':
      return <TextArea {...field} rows={rows ?? 3} value={value} error={error} />;
    case 'tick':
      return (
        <label class="choice">
          <input type="checkbox" name={field.name} value="on" checked={value === 'on'} />
          {field.label}
        </label>
      );
    default:
      return <TextField {...field} type={as ?? 'text'} value={value} error={error} />;
  }
}

interface FormCardProps {
  visit: Visit;
  action: string;
  title: string;
  submit: string;
  inputs: readonly Input[];
  /** What is in the fields at first; what was entered replaces it after a refusal. */
  values?: Texts;
  /** Why the entered values are refused, by field; default: read from the message. */
  problemsOf?(message: string): Texts;
  tone?: 'primary' | 'quiet';
  class?: string;
  children?: Child;
}

/** A form with what was entered and what is wrong with it, at its field or above. */
export function FormCard(props: FormCardProps) {
  const { visit, action, title, submit, inputs, values = {}, children } = props;
  const refused = visit.refused?.action === action ? visit.refused : null;
  const problems = refused === null ? {} : problemsOf(refused.problems, props.problemsOf);
  const names = new Set(inputs.map(({ name }) => name));
  const isAtField = Object.keys(problems).some((name) => names.has(name));
  return (
    <Form action={action} class={`card fields ${props.class ?? ''}`.trim()}>
      <h2>{title}</h2>
      {refused !== null && !isAtField && (
        <Notice tone="bad">
          <p>{refused.message}</p>
        </Notice>
      )}
      {children}
      <Inputs
        inputs={inputs}
        values={refused === null ? values : entered(inputs, refused.form)}
        problems={problems}
      />
      <div>
        <Button tone={props.tone ?? 'primary'}>{submit}</Button>
      </div>
    </Form>
  );
}

/** What is wrong, by field. @param read what one problem says of which field */
export function problemsOf(problems: readonly string[], read = fieldProblems as Reader): Texts {
  return Object.assign({}, ...problems.map(read));
}

type Reader = (message: string) => Texts;

/** What was entered in the fields. */
export function entered(inputs: readonly Input[], form: SentForm): Texts {
  return Object.fromEntries(inputs.map(({ name }) => [name, form.text(name)]));
}

/**
 * What is wrong, by field: `"name" must …` is said at the field `name`, and of a rule of
 * `"filters.include[1]"` that it is the second one.
 */
export function fieldProblems(message: string): Record<string, string> {
  const [, list, index, rest = ''] =
    /^"?filters\.(include|exclude)(?:\[(\d+)\])?"? (.*)$/s.exec(message.trim()) ?? [];
  if (list !== undefined) {
    return {
      [list]: index === undefined ? `The rules ${rest}` : `Rule ${Number(index) + 1} ${rest}`,
    };
  }
  const [, field, why] = /^"?([\w.]+)"?:? ((?:must|needs?|cannot|is|has) .+)$/s.exec(message) ?? [];
  return field === undefined || why === undefined ? {} : { [field]: `It ${why}` };
}
