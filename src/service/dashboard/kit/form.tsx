import type { Child } from 'hono/jsx';
import { isObject, parseJson } from '../../../base/json.js';
import { useHere } from './here.js';
import type { Form as SentForm } from './http.js';
import { Icon, type IconName } from './icons.js';
import { Card } from './parts.js';
import { FORM_TOKEN_FIELD, maskedToken } from './session.js';

/**
 * A form with its token; a visitor who may change nothing sees it switched off.
 * @param props.upload it sends files @param props.isForAll read-only visitors may send it
 */
export function Form(props: {
  action: string;
  class?: string;
  upload?: boolean;
  isForAll?: boolean;
  children?: Child;
}) {
  const { formToken, isReadOnly } = useHere();
  const encoding = props.upload ? ({ enctype: 'multipart/form-data' } as const) : {};
  return (
    <form method="post" action={props.action} class={props.class} {...encoding}>
      {isReadOnly && !props.isForAll ? (
        <fieldset disabled>{props.children}</fieldset>
      ) : (
        props.children
      )}
      <input type="hidden" name={FORM_TOKEN_FIELD} value={maskedToken(formToken)} />
    </form>
  );
}

type Tone = 'primary' | 'quiet' | 'danger';

/** A link to a page of forms that looks like a button; nothing for those who may change nothing. */
export function ButtonLink(props: { href: string; tone: Tone; icon?: IconName; children?: Child }) {
  const { href, tone, icon, children } = props;
  if (useHere().isReadOnly) return null;
  return (
    <a class={`button ${tone}`} href={href}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

interface ButtonProps {
  tone?: Tone;
  small?: boolean;
  /** What the form says of the button that was pressed. */
  name?: string;
  value?: string;
  /** Where the form is sent instead, such as the same address with a place on the page. */
  goTo?: string;
  /** Names the row that it belongs to, for those who do not see it. */
  about?: string | undefined;
  icon?: IconName | undefined;
  children?: Child;
}

export function Button(props: ButtonProps) {
  const { tone = 'primary', small, goTo, about, icon, children, ...named } = props;
  return (
    <button
      type="submit"
      class={`button ${tone}${small ? ' small' : ''}`}
      formaction={goTo}
      {...named}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {about && <span class="unseen"> {about}</span>}
    </button>
  );
}

interface ActionProps {
  action: string;
  label: string;
  about?: string;
  tone?: Tone;
  small?: boolean;
  icon?: IconName;
  fields?: Readonly<Record<string, string>>;
}

/** A button with one action. */
export function ActionButton({
  action,
  label,
  fields = {},
  tone = 'quiet',
  ...about
}: ActionProps) {
  return (
    <Form action={action} class="inline">
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Button tone={tone} {...about}>
        {label}
      </Button>
    </Form>
  );
}

/** Confirmation of an irreversible action: the button is inside what opens. */
export function Confirm(props: ActionProps & { ask: string; children?: Child }) {
  const { ask, about, children, ...button } = props;
  return (
    <details class="confirm">
      <summary class="button quiet small">
        {ask}
        {about && <span class="unseen"> {about}</span>}
      </summary>
      <div class="confirm-body">
        <p>{children}</p>
        <ActionButton {...button} tone="danger" small />
      </div>
    </details>
  );
}

/** Takes away what the page is about. @param props.text what goes with it, and what stays */
export function DeleteCard({ at, what, text }: { at: string; what: string; text: string }) {
  return (
    <Card title={`Delete this ${what}`} text={text}>
      <Confirm action={`${at}/delete`} ask="Delete…" label="Delete permanently">
        This cannot be undone.
      </Confirm>
    </Card>
  );
}

/** One field of a form, as data. */
export interface Input {
  name: string;
  label: string;
  hint?: Child;
  /** Default: one line of text. */
  as?: 'lines' | 'choice' | 'tick' | 'date' | 'time' | 'password' | 'file' | 'search';
  options?: Options;
  /** What is before a value that is not an option. */
  other?: string;
  required?: boolean;
  maxLength?: number;
  rows?: number;
  autocomplete?: string;
  /** Of files. */
  accept?: string;
  placeholder?: string;
  /** Summary of the part that opens, together with the neighbours of the same name. */
  inside?: string;
  /** A heading above it, of the fields from here on. */
  under?: string | undefined;
}

export type Options = readonly (readonly [value: string, label: string])[];

/** What is in the fields, or what is wrong with them, by name. */
export type Texts = Readonly<Record<string, string | undefined>>;

interface ControlProps {
  input: Input;
  value?: string | undefined;
  error?: string | undefined;
  /** Its label is not next to it. */
  isBare?: boolean;
}

/** The field without its label. A value that is not among the options stays selected. */
export function Control({ input, value = '', error, isBare }: ControlProps) {
  const { name, label, hint, as = 'text', options, other = '', rows = 3, ...more } = input;
  const { wrong } = useHere();
  const isFirst = error !== undefined && error !== '' && wrong.fields.length === 0;
  if (error) wrong.fields.push(label);
  const described = [hint && `f-${name}-hint`, error && `f-${name}-error`].filter(Boolean);
  const { maxLength, inside: _, under: __, ...attributes } = more;
  const common = {
    id: `f-${name}`,
    name,
    ...attributes,
    maxlength: maxLength,
    autofocus: isFirst || undefined,
    'aria-label': isBare ? label : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
  if (as === 'lines') {
    return (
      <textarea {...common} rows={rows}>
        {value}
      </textarea>
    );
  }
  if (options === undefined) {
    const placeholder = isBare ? (input.placeholder ?? label) : input.placeholder;
    return (
      <input autocomplete="off" {...common} type={as} value={value} placeholder={placeholder} />
    );
  }
  const isKnown = value === '' || options.some(([option]) => option === value);
  const all = isKnown ? options : [...options, [value, `${other}${value}`] as const];
  return (
    <select {...common}>
      {all.map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A field with its label, hint and error. */
function Field({ input, value, error }: ControlProps) {
  const { name, label, hint, as } = input;
  if (as === 'tick') {
    return (
      <label class="choice">
        <input type="checkbox" name={name} value="on" checked={value === 'on'} />
        {label}
      </label>
    );
  }
  return (
    <div class="field">
      <label for={`f-${name}`}>{label}</label>
      {hint && (
        <p class="hint" id={`f-${name}-hint`}>
          {hint}
        </p>
      )}
      <Control input={input} value={value} error={error} />
      {error && (
        <p class="error" id={`f-${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface InputsProps {
  inputs: readonly Input[];
  values?: Texts;
  problems?: Texts;
}

/** Fields one below the other; those that share `inside` open together. */
export function Inputs({ inputs, values = {}, problems = {} }: InputsProps) {
  const groups: Input[][] = [];
  for (const input of inputs) {
    const last = groups.at(-1);
    if (last?.[0]?.inside === input.inside && last !== undefined) last.push(input);
    else groups.push([input]);
  }
  return (
    <>
      {groups.map((group) => {
        const fields = group.map((input) => (
          <>
            {input.under && <h2>{input.under}</h2>}
            <Field input={input} value={values[input.name]} error={problems[input.name]} />
          </>
        ));
        const inside = group[0]?.inside;
        if (inside === undefined) return fields;
        return (
          <details open={group.some(({ name }) => values[name] || problems[name])}>
            <summary>{inside}</summary>
            <div class="fields spaced">{fields}</div>
          </details>
        );
      })}
    </>
  );
}

interface FormCardProps extends InputsProps {
  action: string;
  title?: string;
  submit: string;
  /** Another button: what the form says as `do`, and its label. */
  also?: readonly [value: string, label: string];
  /** What one problem says of which field; default: read from the message. */
  read?: Reader;
  /** It says what was in its fields: only what differs from that is saved. */
  hasBefore?: boolean;
  tone?: Tone;
  class?: string;
  upload?: boolean;
  children?: Child;
}

/** A form with what was entered and what is wrong with it, at its field or above. */
export function FormCard({ inputs, values = {}, read, hasBefore, ...props }: FormCardProps) {
  const { action, title, submit, also, tone = 'primary', upload = false, children } = props;
  const here = useHere();
  const refused = here.refused?.action === action ? here.refused : null;
  const placed = placeProblems(refused?.problems ?? [], inputs, read);
  here.wrong.others.push(...placed.others);
  const problems = { ...props.problems, ...placed.atFields };
  return (
    <Form action={action} class={`card fields ${props.class ?? ''}`.trim()} upload={upload}>
      {title && <h2>{title}</h2>}
      {children}
      {hasBefore && <Before texts={values} form={refused?.form} />}
      <Inputs
        inputs={inputs}
        values={refused === null ? values : entered(inputs, refused.form)}
        problems={problems}
      />
      <div class="actions">
        <Button tone={tone}>{submit}</Button>
        {also && (
          <Button tone="quiet" name="do" value={also[0]}>
            {also[1]}
          </Button>
        )}
      </div>
    </Form>
  );
}

const BEFORE = 'before';

/** Says what was in the fields when the page was written, also on the page of a refused form. */
export function Before({ texts, form }: { texts: Texts; form?: SentForm | undefined }) {
  return <input type="hidden" name={BEFORE} value={form?.text(BEFORE) || JSON.stringify(texts)} />;
}

/** What was in the fields when the page of a form was written; null where it does not say. */
export function textsBefore(form: Pick<SentForm, 'text'>): Texts | null {
  const before = parseJson(form.text(BEFORE));
  if (!isObject(before)) return null;
  const texts = Object.entries(before).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Texts;
}

/** What one problem says of which of these fields; nothing where it is about none of them. */
type Reader = (message: string, fields: ReadonlySet<string>) => Texts;

/**
 * What is wrong, by field, and what is about no field of the form, such as an address that is refused.
 * @param read what one problem says of which field
 */
export function placeProblems(
  problems: readonly string[],
  inputs: readonly Pick<Input, 'name'>[],
  read: Reader = fieldProblems,
): { atFields: Texts; others: string[] } {
  const fields = new Set(inputs.map(({ name }) => name));
  const texts = problems.map((message) => [message, read(message, fields)] as const);
  const isPlaced = (text: Texts) => Object.keys(text).some((name) => fields.has(name));
  return {
    atFields: Object.assign({}, ...texts.map(([, text]) => text)),
    others: texts.flatMap(([message, text]) => (isPlaced(text) ? [] : [message])),
  };
}

/** What was entered in the fields. */
export function entered(inputs: readonly Input[], form: SentForm): Texts {
  return Object.fromEntries(inputs.map(({ name }) => [name, form.text(name)]));
}

/**
 * What is wrong, by field: `"name" must …` and `name: …` are said at the field `name`, and of a rule of
 * `"filters.include[1]"` that it is the second one. A message may begin with any word, such as a host.
 */
export function fieldProblems(message: string, fields: ReadonlySet<string>): Texts {
  const rule = /^"?(?:filters\.)?(include|exclude|rules)(?:\[(\d+)\])?"? (.*)$/s.exec(
    message.trim(),
  );
  if (rule !== null) {
    const [, list = '', index, why] = rule;
    return {
      [list]: index === undefined ? `The rules ${why}` : `Rule ${Number(index) + 1} ${why}`,
    };
  }
  const [, field = '', why = ''] = /^"?([\w.]+)"?:? (.+)$/s.exec(message) ?? [];
  if (!fields.has(field)) return {};
  return { [field]: /^(?:must|needs?|cannot|is|has) /.test(why) ? `It ${why}` : why };
}
