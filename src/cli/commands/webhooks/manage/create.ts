import { recognisedServices } from '../../../../messages/hosts.js';
import { CHATS } from '../../../../resources/chats.js';
import { required } from '../../../kit/index.js';
import { anyOf } from '../../../sources/search-kinds.js';
import { defineVerb } from '../../../verbs/verb.js';
import { readFilters } from '../../base/index.js';
import {
  addressNote,
  formatFields,
  formatOptions,
  isSecret,
  nameOption,
  newHeaders,
  urlOption,
} from './format-options.js';
import { inputOptions, onlyOption, scopeId } from './input-options.js';
import { printWithoutSecret, printWithSecret, secretToOption } from './secret.js';
import { WEBHOOK_SECRET_SAMPLE, WEBHOOK_SECRET_VIEW } from './webhook-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Create a webhook that sends events to an address',
  description: `
    The service sends an event to the address whenever a feed has new or changed items. Deliveries
    are retried for three days and signed (Standard Webhooks) with a secret that is shown only once,
    here or in the file of --secret-to. Addresses of ${recognisedServices()} are recognised.
  `,
  details: `
    With a format of a chat (--format ${anyOf(Object.keys(CHATS))}) it sends messages for that
    service in place of events, within its limits; long updates become several messages. With
    --format template it sends the JSON that a Mustache template makes. Such addresses are secrets:
    they are never shown again. Addresses on the machine or in the network of the service require
    FEEDCTL_ALLOW_PRIVATE_NETWORKS=1 there.
  `,
  options: {
    url: required(urlOption, {
      what: 'pass the address that receives the events',
      hint: 'feedctl webhooks create --url https://example.com/hook',
    }),
    name: nameOption,
    ...formatOptions,
    ...inputOptions,
    only: onlyOption,
    secretTo: secretToOption,
  },
  examples: {
    'feedctl webhooks create --url https://example.com/hook --secret-to secret.txt':
      'Send events of every feed',
    'feedctl webhooks create --url https://example.com/hook --scope a1B2c3D4e5F6g7H8 --include \'"solar sail*"\' --only new':
      'Send new items of one feed that contain a phrase',
    'feedctl webhooks create --name Team --url env:SLACK_WEBHOOK_URL':
      'Post to a Slack channel; the address is in a variable',
    "feedctl webhooks create --format ntfy --url @ntfy-url --header 'Authorization: env:NTFY_AUTHORIZATION'":
      'Publish to a protected ntfy topic',
    'feedctl webhooks create --url https://example.com/hook --json | jq -r .secret':
      'Print only the secret, for another program',
  },
  output: WEBHOOK_SECRET_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, _args, { name, scope, include, exclude, only, maxItems, secretTo, ...flags }) {
    const { url: typed, format } = flags;
    const { url = typed, template, headers } = await formatFields(context, flags);
    const note = addressNote(typed, url, format);
    if (note !== null) await context.notes.note(note);
    const body = {
      url,
      name,
      format,
      template,
      headers: newHeaders(headers),
      scope: await scopeId(context, scope),
      filters: readFilters({ include, exclude }),
      only,
      max_items: maxItems,
    };
    const client = await context.client({ creates: true });
    const work = () => context.during('Creating the webhook', () => client.createWebhook(body));
    const view = WEBHOOK_SECRET_VIEW;
    let id: string;
    if (secretTo === undefined && isSecret(url, format)) {
      const webhook = await work();
      await printWithoutSecret(context.output, webhook, view);
      id = webhook.id;
    } else {
      id = (await printWithSecret(context, { file: secretTo, view }, work)).id;
    }
    await context.notes.note(`To test it: feedctl webhooks test ${id}`);
  },
});
