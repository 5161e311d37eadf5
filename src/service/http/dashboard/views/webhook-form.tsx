import { timeSpan } from '../../../../base/relative-time.js';
import type { Webhook } from '../../../../contract/index.js';
import { LENGTHS } from '../../../../contract/index.js';
import { MAX_WEBHOOK_NAME_LENGTH } from '../../../../contract/sizes.js';
import { recognisedServices } from '../../../../messages/hosts.js';
import {
  FORMATS,
  MAX_TEMPLATE_LENGTH,
  WEBHOOK_FORMATS,
} from '../../../../resources/message-formats.js';
import type { ServiceError } from '../../../core/errors.js';
import { ALL_FEEDS } from '../../../webhooks/webhook.js';
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
import { Button, Form as FormElement, SelectField, TextArea, TextField } from './form.js';
import { Badge, Notice } from './pieces.js';

/** What is in the fields: words are one a line. */
export interface WebhookValues extends FilterValues {
  name: string;
  url: string;
  format: string;
  /** Of the format `template`. */
  template: string;
  scope: string;
  only: string;
}

export type ScopeOptions = readonly (readonly [value: string, label: string])[];

const FORMAT_OPTIONS = WEBHOOK_FORMATS.map((name) => [name, FORMATS[name].label] as const);
/** Of a new webhook: the address of a chat tells the format. */
const NEW_FORMAT_OPTIONS = [['', 'By the address'], ...FORMAT_OPTIONS] as const;

/** The name of a webhook in lists, or what is shown of its address. */
export function nameOfWebhook({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name || url;
}

const TEMPLATE_EXAMPLE =
  '{"text": "{{headline}}", "links": [{{#items}}"{{url}}"{{^last}},{{/last}}{{/items}}]}';

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
  errors?: WebhookErrors | undefined;
}) {
  const { values, errors = {} } = props;
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
        hint="Where events are sent by POST. The address of a chat is a secret, and is not shown again."
        autocomplete="url"
        value={values.url}
        error={errors.url}
        required
        maxLength={LENGTHS.url}
      />
      <TextField
        name="name"
        label="Name"
        hint="For lists, such as the channel. Without one, the address is shown."
        value={values.name}
        maxLength={MAX_WEBHOOK_NAME_LENGTH}
      />
      <SelectField
        name="format"
        label="Format"
        hint={`Signed events for programs, messages for chats. Addresses of ${recognisedServices()} are recognised.`}
        options={values.format === '' ? NEW_FORMAT_OPTIONS : FORMAT_OPTIONS}
        value={values.format}
      />
      <details open={values.format === 'template' || errors.template !== undefined}>
        <summary>Template</summary>
        <div class="spaced">
          <TextArea
            name="template"
            label="Template of the JSON"
            hint={
              <>
                Mustache, only for the format “{FORMATS.template.label}”. For example:{' '}
                <code>{TEMPLATE_EXAMPLE}</code>
              </>
            }
            rows={5}
            value={values.template}
            error={errors.template}
            maxLength={MAX_TEMPLATE_LENGTH}
          />
        </div>
      </details>
      <SelectField
        name="scope"
        label="Subscribe to"
        hint="For a feed or bundle that is not in this list, begin on its own page."
        options={props.scopes}
        value={values.scope}
      />
      <SelectField name="only" label="Events" options={ONLY} value={values.only} />
      <details
        open={[values.include, values.exclude, errors.include, errors.exclude].some(Boolean)}
      >
        <summary>Filter items</summary>
        <div class="fields spaced">
          <FilterFields values={values} errors={errors} />
        </div>
      </details>
      <div>
        <Button>{props.submit}</Button>
      </div>
    </FormElement>
  );
}

/** Errors by field. */
type WebhookErrors = FilterErrors & { url?: string; template?: string };

/** An error at its field, or above the form. */
export function webhookErrors(error: ServiceError | undefined): {
  error?: string;
  errors?: WebhookErrors;
} {
  if (error === undefined) return {};
  const errors = filterErrors(error) ?? fieldErrors(error.message);
  return errors === null ? { error: error.message } : { errors };
}

function fieldErrors(message: string): WebhookErrors | null {
  const [, field, rest] = /^"(url|template)" (.+)$/s.exec(message) ?? [];
  if (field === 'url') return { url: `The address ${rest}` };
  if (field === 'template') return { template: `The template ${rest}` };
  return message.includes('needs a "template"') ? { template: 'Enter a template.' } : null;
}

export function readWebhookValues(form: Form): WebhookValues {
  return {
    url: form.text('url'),
    name: form.text('name'),
    format: form.text('format'),
    template: form.text('template'),
    scope: form.text('scope'),
    ...readFilterValues(form),
    only: form.text('only'),
  };
}

export function webhookInput(values: WebhookValues): WebhookInput & { url: string } {
  const { url, name, template, scope, only } = values;
  const format = WEBHOOK_FORMATS.find((known) => known === values.format);
  return {
    url,
    name,
    ...(format !== undefined && { format }),
    ...(format === 'template' && template !== '' && { template }),
    ...(scope === '' ? {} : { scope }),
    filters: filtersOf(values),
    only: only === 'new' || only === 'changed' ? only : null,
  };
}

/** A link from a feed or a bundle to a webhook for it alone. */
export function WebhookHint({ scope, what }: { scope: string; what: 'feed' | 'bundle' }) {
  return (
    <div class="card">
      <h2>Send it to a program or a chat</h2>
      <p class="muted">A webhook gets each new item of this {what} as soon as it is found.</p>
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

/** What a webhook is subscribed to. */
export function WebhookScope(props: { scope: string; names: ReadonlyMap<string, string> }) {
  const { scope, names } = props;
  if (scope === ALL_FEEDS) return <>All feeds</>;
  const name = names.get(scope);
  if (name === undefined) return <span class="muted">Deleted: no more events</span>;
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
