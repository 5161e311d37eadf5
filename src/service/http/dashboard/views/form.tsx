import { type Child, createContext, useContext } from 'hono/jsx';
import { FORM_TOKEN_FIELD, maskedToken } from '../frame/requests.js';

/** The form token of the visitor. */
export const FormToken = createContext('');

/** A form with its token. `upload`: it sends files. */
export function Form(props: {
  action: string;
  class?: string;
  upload?: boolean;
  children?: Child;
}) {
  const encoding = props.upload ? ({ enctype: 'multipart/form-data' } as const) : {};
  return (
    <form method="post" action={props.action} class={props.class} {...encoding}>
      {props.children}
      <input type="hidden" name={FORM_TOKEN_FIELD} value={maskedToken(useContext(FormToken))} />
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: Child;
  value?: string;
  error?: string | undefined;
  required?: boolean;
  maxLength?: number;
}

/** A text field with its label and error. */
export function TextField(
  props: FieldProps & { type?: 'text' | 'date' | 'time' | 'password'; autocomplete?: string },
) {
  return (
    <FieldFrame {...props}>
      <input
        {...control(props)}
        type={props.type ?? 'text'}
        value={props.value ?? ''}
        autocomplete={props.autocomplete ?? 'off'}
      />
    </FieldFrame>
  );
}

export function TextArea(props: FieldProps & { rows?: number }) {
  return (
    <FieldFrame {...props}>
      <textarea {...control(props)} rows={props.rows ?? 3}>
        {props.value ?? ''}
      </textarea>
    </FieldFrame>
  );
}

export function SelectField(
  props: FieldProps & { options: readonly (readonly [value: string, label: string])[] },
) {
  return (
    <FieldFrame {...props}>
      <select {...control(props)}>
        {props.options.map(([value, label]) => (
          <option value={value} selected={value === props.value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function FieldFrame({ name, label, hint, error, children }: FieldProps & { children?: Child }) {
  return (
    <div class="field">
      <label for={`f-${name}`}>{label}</label>
      {hint && (
        <p class="hint" id={`f-${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p class="error" id={`f-${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function control({ name, required, maxLength, hint, error }: FieldProps) {
  const described = [hint && `f-${name}-hint`, error && `f-${name}-error`].filter(Boolean);
  return {
    id: `f-${name}`,
    name,
    required: required ?? false,
    ...(maxLength === undefined ? {} : { maxlength: maxLength }),
    ...(error ? { 'aria-invalid': 'true' } : {}),
    ...(described.length > 0 ? { 'aria-describedby': described.join(' ') } : {}),
  };
}

type Tone = 'primary' | 'quiet' | 'danger';

/** @param goTo where its form is sent instead, such as the same address with a place on the page */
export function Button(props: { tone?: Tone; small?: boolean; goTo?: string; children?: Child }) {
  const size = props.small ? ' small' : '';
  return (
    <button
      type="submit"
      class={`button ${props.tone ?? 'primary'}${size}`}
      {...(props.goTo === undefined ? {} : { formaction: props.goTo })}
    >
      {props.children}
    </button>
  );
}

/** A button with one action. `about` names the row it belongs to. */
export function ActionButton(props: {
  action: string;
  label: string;
  about?: string;
  tone?: Tone;
  small?: boolean;
  fields?: Readonly<Record<string, string>>;
}) {
  return (
    <Form action={props.action} class="inline">
      {Object.entries(props.fields ?? {}).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Button tone={props.tone ?? 'quiet'} small={props.small ?? false}>
        {props.label}
        {props.about && <span class="unseen"> {props.about}</span>}
      </Button>
    </Form>
  );
}

/** Confirmation of an irreversible action: the button is inside what opens. */
export function Confirm(props: {
  action: string;
  ask: string;
  about?: string;
  label: string;
  children?: Child;
}) {
  return (
    <details class="confirm">
      <summary class="button quiet small">
        {props.ask}
        {props.about && <span class="unseen"> {props.about}</span>}
      </summary>
      <div class="confirm-body">
        <p>{props.children}</p>
        <ActionButton action={props.action} label={props.label} tone="danger" small />
      </div>
    </details>
  );
}
