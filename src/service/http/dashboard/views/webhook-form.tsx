import { LENGTHS } from '../../../../contract/index.js';
import { FILTER_LIMITS } from '../../../events/filters.js';
import type { WebhookInput } from '../../../webhooks/webhook-input.js';
import type { Form } from '../frame/read-form.js';
import { Button, Form as FormElement, SelectField, TextArea, TextField } from './form.js';
import { Notice } from './pieces.js';

/** What is in the fields: words are one a line. */
export interface WebhookValues {
  url: string;
  scope: string;
  include: string;
  exclude: string;
  only: string;
}

export type ScopeOptions = readonly (readonly [value: string, label: string])[];

const ONLY = [
  ['', 'New and changed items'],
  ['new', 'New items only'],
  ['changed', 'Changed items only'],
] as const;

export function WebhookForm(props: {
  action: string;
  title: string;
  submit: string;
  values: WebhookValues;
  scopes: ScopeOptions;
  error?: string | undefined;
}) {
  const { values } = props;
  const wordHint = `One word or phrase a line, at most ${FILTER_LIMITS.words}. A star at the end takes any ending: elect*`;
  return (
    <FormElement action={props.action} class="card fields">
      <h2>{props.title}</h2>
      {props.error && (
        <Notice tone="bad">
          <p>{props.error}</p>
        </Notice>
      )}
      <TextField
        name="url"
        label="Address"
        hint="Events are sent here by POST, signed."
        value={values.url}
        required
        maxLength={LENGTHS.url}
      />
      <SelectField
        name="scope"
        label="Hears of"
        hint="For a feed or bundle that is not in this list, begin on its own page."
        options={props.scopes}
        value={values.scope}
      />
      <SelectField name="only" label="What" options={ONLY} value={values.only} />
      <TextArea
        name="include"
        label="Only items with one of these words"
        hint={wordHint}
        value={values.include}
      />
      <TextArea
        name="exclude"
        label="No items with one of these words"
        hint="One word or phrase a line."
        value={values.exclude}
      />
      <div>
        <Button>{props.submit}</Button>
      </div>
    </FormElement>
  );
}

export function readWebhookValues(form: Form): WebhookValues {
  return {
    url: form.text('url'),
    scope: form.text('scope'),
    include: form.text('include'),
    exclude: form.text('exclude'),
    only: form.text('only'),
  };
}

export function webhookInput(values: WebhookValues): WebhookInput & { url: string } {
  const { url, scope, only } = values;
  return {
    url,
    ...(scope === '' ? {} : { scope }),
    include: lines(values.include),
    exclude: lines(values.exclude),
    only: only === 'new' || only === 'changed' ? only : null,
  };
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
