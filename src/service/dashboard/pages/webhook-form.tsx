import { LENGTHS, PAGE, type Webhook } from '../../../contract/index.js';
import { MAX_WEBHOOK_NAME_LENGTH } from '../../../contract/sizes.js';
import { recognisedServices } from '../../../messages/hosts.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import {
  FORMATS,
  MAX_TEMPLATE_LENGTH,
  WEBHOOK_FORMATS,
} from '../../../resources/message-formats.js';
import { ALL_FEEDS } from '../../webhooks/webhook.js';
import { FormCard, fieldProblems, type Input, type Texts } from '../kit/form.js';
import type { Form } from '../kit/http.js';
import { editorOf } from '../kit/rows.js';
import type { Visit } from '../kit/screen.js';
import { feedNames, findFeeds } from '../use-cases/find-feeds.js';

const FILTERS = editorOf(FEED_FIELDS, ['filters']);

/** @param isNew true for a new webhook, whose format may be read from the address of a chat */
function inputsOf(scopes: Input['options'], isNew: boolean): Input[] {
  const formats = WEBHOOK_FORMATS.map((name) => [name, FORMATS[name].label] as const);
  return [
    {
      name: 'url',
      label: 'Address',
      hint: 'Events are sent here by POST. The address of a chat is secret and is not shown again.',
      autocomplete: 'url',
      required: true,
      maxLength: LENGTHS.url,
    },
    {
      name: 'name',
      label: 'Name',
      hint: 'Shown in lists, such as the name of the channel. Without one, the address is shown.',
      maxLength: MAX_WEBHOOK_NAME_LENGTH,
    },
    {
      name: 'format',
      label: 'Format',
      hint: `Signed events for programs, messages for chats. Addresses of ${recognisedServices()} are recognised.`,
      options: isNew ? [['', 'Detect from the address'], ...formats] : formats,
    },
    {
      name: 'template',
      label: 'JSON template',
      hint: (
        <>
          Mustache, only for the format “{FORMATS.template.label}”. For example:{' '}
          <code>{TEMPLATE_EXAMPLE}</code>
        </>
      ),
      as: 'lines',
      rows: 5,
      maxLength: MAX_TEMPLATE_LENGTH,
      inside: 'Template',
    },
    {
      name: 'scope',
      label: 'Subscribe to',
      hint: 'If a feed or bundle is not in this list, start from its own page.',
      options: scopes ?? [],
    },
    {
      name: 'only',
      label: 'Events',
      options: [
        ['', 'New and changed items'],
        ['new', 'New items only'],
        ['changed', 'Changed items only'],
      ],
    },
    ...FILTERS.inputs.map((input) => ({ ...input, inside: 'Filter items' })),
  ];
}

const TEMPLATE_EXAMPLE =
  '{"text": "{{headline}}", "links": [{{#items}}"{{url}}"{{^last}},{{/last}}{{/items}}]}';

interface WebhookFormProps {
  action: string;
  title: string;
  submit: string;
  values: Texts;
  scopes: Input['options'];
}

export function WebhookForm({ scopes, ...props }: WebhookFormProps) {
  return (
    <FormCard
      {...props}
      inputs={inputsOf(scopes, !props.values.format)}
      read={(message, fields) =>
        message.includes('needs a "template"')
          ? { template: 'Enter a template.' }
          : fieldProblems(message, fields)
      }
    />
  );
}

/** The request body for the values of a form. */
export function bodyOf(form: Form) {
  const text = (name: string) => form.text(name) || undefined;
  const format = text('format');
  return {
    url: form.text('url'),
    name: form.text('name'),
    format,
    template: format === 'template' ? text('template') : undefined,
    scope: text('scope'),
    filters: { include: [], exclude: [], ...(FILTERS.changes(form).filters as object) },
    only: text('only') ?? null,
  };
}

const SOME = { limit: PAGE.maxLimit, offset: 0 };

/**
 * The options for the scope of a webhook: everything, the newest bundles and feeds, and the current
 * scope, which may be none of these.
 */
export async function scopeOptions(visit: Visit, chosen: string) {
  const { deps, db, account } = visit;
  const bundles = await visit.call('listBundles', { query: SOME });
  const { feeds } = await findFeeds(deps, account, {}, SOME);
  const options = new Map<string, string>([
    [ALL_FEEDS, 'All feeds'],
    ...bundles.map(({ id, name }) => [id, `Bundle: ${name}`] as const),
    ...feeds.map(({ id, title }) => [id, `Feed: ${title}`] as const),
  ]);
  if (chosen !== '' && !options.has(chosen)) {
    const name = (await feedNames(db, account, [chosen])).get(chosen);
    options.set(chosen, name ?? `Deleted: ${chosen}`);
  }
  return [...options];
}

/** The values of a webhook in its form. */
export function fieldTexts({ url, name, format, template, scope, filters, only }: Webhook): Texts {
  return { url, name, format, scope, template, only: only ?? '', ...FILTERS.texts({ filters }) };
}
