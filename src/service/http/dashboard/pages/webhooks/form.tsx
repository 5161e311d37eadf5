import { LENGTHS, PAGE } from '../../../../../contract/index.js';
import { MAX_WEBHOOK_NAME_LENGTH } from '../../../../../contract/sizes.js';
import { recognisedServices } from '../../../../../messages/hosts.js';
import {
  FORMATS,
  MAX_TEMPLATE_LENGTH,
  WEBHOOK_FORMATS,
} from '../../../../../resources/message-formats.js';
import { listBundles } from '../../../../bundles/bundle.js';
import { findFeeds } from '../../../../dashboard/find-feeds.js';
import { namesOf } from '../../../../dashboard/names.js';
import { ALL_FEEDS } from '../../../../webhooks/webhook.js';
import type { WebhookInput } from '../../../../webhooks/webhook-input.js';
import type { Form } from '../../frame/read-form.js';
import { FormCard, fieldProblems, type Input, type Texts } from '../../kit/inputs.js';
import { linesOf } from '../../kit/resource-inputs.js';
import type { Visit } from '../../kit/screen.js';

const FORMAT_OPTIONS = WEBHOOK_FORMATS.map((name) => [name, FORMATS[name].label] as const);

const TEMPLATE_EXAMPLE =
  '{"text": "{{headline}}", "links": [{{#items}}"{{url}}"{{^last}},{{/last}}{{/items}}]}';

const ONLY = [
  ['', 'New and changed items'],
  ['new', 'New items only'],
  ['changed', 'Changed items only'],
] as const;

const FILTERED = 'Filter items';

/** @param isNew the address of a chat tells the format of a new webhook */
function inputsOf(scopes: Input['options'], isNew: boolean): Input[] {
  return [
    {
      name: 'url',
      label: 'Address',
      hint: 'Where events are sent by POST. The address of a chat is a secret, and is not shown again.',
      autocomplete: 'url',
      required: true,
      maxLength: LENGTHS.url,
    },
    {
      name: 'name',
      label: 'Name',
      hint: 'For lists, such as the channel. Without one, the address is shown.',
      maxLength: MAX_WEBHOOK_NAME_LENGTH,
    },
    {
      name: 'format',
      label: 'Format',
      hint: `Signed events for programs, messages for chats. Addresses of ${recognisedServices()} are recognised.`,
      as: 'choice',
      options: isNew ? [['', 'By the address'], ...FORMAT_OPTIONS] : FORMAT_OPTIONS,
    },
    {
      name: 'template',
      label: 'Template of the JSON',
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
      hint: 'For a feed or bundle that is not in this list, begin on its own page.',
      as: 'choice',
      options: scopes ?? [],
    },
    { name: 'only', label: 'Events', as: 'choice', options: ONLY },
    {
      name: 'include',
      label: 'Keep only items that match one of these rules',
      hint: 'One rule a line: words, a "phrase" or /regex/i; title:, text:, author:, tag: or url: in front searches only there.',
      as: 'lines',
      inside: FILTERED,
    },
    {
      name: 'exclude',
      label: 'Drop items that match one of these rules',
      hint: 'One rule a line.',
      as: 'lines',
      inside: FILTERED,
    },
  ];
}

interface WebhookFormProps {
  visit: Visit;
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
      problemsOf={(message) =>
        message.includes('needs a "template"')
          ? { template: 'Enter a template.' }
          : named(fieldProblems(message))
      }
    />
  );
}

/** Says which field is meant where the field alone does not. */
function named({ url, template, ...others }: Record<string, string>): Texts {
  return {
    ...others,
    ...(url && { url: url.replace(/^It/, 'The address') }),
    ...(template && { template: template.replace(/^It/, 'The template') }),
  };
}

/** What a form asks for. */
export function webhookInput(form: Form): WebhookInput & { url: string } {
  const format = WEBHOOK_FORMATS.find((known) => known === form.text('format'));
  const [template, scope, only] = [form.text('template'), form.text('scope'), form.text('only')];
  return {
    url: form.text('url'),
    name: form.text('name'),
    ...(format !== undefined && { format }),
    ...(format === 'template' && template !== '' && { template }),
    ...(scope !== '' && { scope }),
    filters: { include: linesOf(form.text('include')), exclude: linesOf(form.text('exclude')) },
    only: only === 'new' || only === 'changed' ? only : null,
  };
}

const SOME = { limit: PAGE.maxLimit, offset: 0 };

/**
 * The choices for a scope: everything, the newest bundles and feeds, and the current one, which may
 * be neither.
 */
export async function scopeOptions(visit: Visit, chosen: string) {
  const { deps, db, account } = visit;
  const bundles = await listBundles(deps, account, SOME);
  const { feeds } = await findFeeds(db, account, { search: '', health: null }, SOME);
  const options = new Map<string, string>([
    [ALL_FEEDS, 'All feeds'],
    ...bundles.map(({ id, name }) => [id, `Bundle: ${name}`] as const),
    ...feeds.map(({ id, title }) => [id, `Feed: ${title}`] as const),
  ]);
  if (chosen !== '' && !options.has(chosen)) {
    const name = (await namesOf(db, account, [chosen])).get(chosen);
    options.set(chosen, name ?? `Deleted: ${chosen}`);
  }
  return [...options];
}
