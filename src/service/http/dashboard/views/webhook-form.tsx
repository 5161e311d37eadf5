import { timeSpan } from '../../../../base/relative-time.js';
import { LENGTHS } from '../../../../contract/index.js';

import { WEBHOOK_FORMATS } from '../../../../contract/webhook-formats/names.js';
import type { ServiceError } from '../../../core/errors.js';
import { ALL_FEEDS, type Webhook } from '../../../webhooks/webhook.js';
import type { WebhookInput } from '../../../webhooks/webhook-input.js';
import type { Form } from '../frame/read-form.js';
import {
  type FilterErrors,
  FilterFields,
  type FilterValues,
  filterErrors,
  filtersOf,
  readFilterValues,
} from './filter-fields.js';
import { Button, Form as FormElement, SelectField, TextField } from './form.js';
import { Badge, Notice } from './pieces.js';

/** What is in the fields: words are one a line. */
export interface WebhookValues extends FilterValues {
  url: string;
  format: string;
  scope: string;
  only: string;
}

export type ScopeOptions = readonly (readonly [value: string, label: string])[];

/** A template is set with the command line. */
function formatOptions(current: string) {
  return WEBHOOK_FORMATS.filter((name) => name !== 'template' || current === name).map(
    (name) => [name, name === 'standard' ? 'Signed events' : `Messages for ${name}`] as const,
  );
}

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
  errors?: FilterErrors | undefined;
}) {
  const { values } = props;
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
        hint="Events are sent here by POST, signed. The address of a chat is not shown again."
        autocomplete="url"
        value={values.url}
        required
        maxLength={LENGTHS.url}
      />
      <SelectField
        name="format"
        label="Format"
        options={formatOptions(values.format)}
        value={values.format}
      />
      <SelectField
        name="scope"
        label="Hears of"
        hint="For a feed or bundle that is not in this list, begin on its own page."
        options={props.scopes}
        value={values.scope}
      />
      <SelectField name="only" label="What" options={ONLY} value={values.only} />
      <FilterFields values={values} errors={props.errors} />
      <div>
        <Button>{props.submit}</Button>
      </div>
    </FormElement>
  );
}

/** An error at its field, or above the form. */
export function webhookErrors(error: ServiceError | undefined) {
  if (error === undefined) return {};
  const errors = filterErrors(error);
  return errors === null ? { error: error.message } : { errors };
}

export function readWebhookValues(form: Form): WebhookValues {
  return {
    url: form.text('url'),
    format: form.text('format'),
    scope: form.text('scope'),
    ...readFilterValues(form),
    only: form.text('only'),
  };
}

export function webhookInput(values: WebhookValues): WebhookInput & { url: string } {
  const { url, scope, only } = values;
  const format = WEBHOOK_FORMATS.find((name) => name === values.format);
  return {
    url,
    ...(format !== undefined && { format }),
    ...(scope === '' ? {} : { scope }),
    filters: filtersOf(values),
    only: only === 'new' || only === 'changed' ? only : null,
  };
}

/** The way from a feed or a bundle to a webhook that hears of nothing else. */
export function WebhookHint({ scope, what }: { scope: string; what: 'feed' | 'bundle' }) {
  return (
    <div class="card">
      <h2>Tell a program</h2>
      <p class="muted">A webhook is sent what is new in this {what} at once.</p>
      <p>
        <a href={`webhooks/new?scope=${scope}`}>Add a webhook for this {what}</a>
      </p>
    </div>
  );
}

/** Whether a webhook takes deliveries, and how they go. */
export function WebhookState({ webhook, now }: { webhook: Webhook; now: number }) {
  const { enabled, disabled_reason, failing_since } = webhook;
  if (!enabled) {
    return (
      <div>
        <Badge tone="bad">Switched off</Badge>
        {disabled_reason && <span class="why">{disabled_reason}</span>}
      </div>
    );
  }
  if (failing_since === null) return <Badge tone="good">On</Badge>;
  return (
    <Badge tone="warn">Failing for {timeSpan(Math.max(0, now - Date.parse(failing_since)))}</Badge>
  );
}

/** What a webhook hears of. */
export function WebhookScope(props: { scope: string; names: ReadonlyMap<string, string> }) {
  const { scope, names } = props;
  if (scope === ALL_FEEDS) return <>All feeds</>;
  const name = names.get(scope);
  if (name === undefined) return <span class="muted">Deleted: nothing comes any more</span>;
  return <a href={`${scope.startsWith('_') ? 'bundles' : 'feeds'}/${scope}`}>{name}</a>;
}

/** The filter in words. */
export function filterWords({ filters: { include, exclude }, only }: Webhook): string {
  const parts = [
    only === 'new' ? 'new items only' : only === 'changed' ? 'changed items only' : '',
    include.length > 0 ? `with ${include.join(', ')}` : '',
    exclude.length > 0 ? `without ${exclude.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Everything' : sentence(parts.join('; '));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
