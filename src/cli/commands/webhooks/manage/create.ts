import { text, UsageError } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { readFilters } from '../../base/index.js';
import { inputOptions, onlyOption, scopeId } from './input-options.js';
import { printWithSecret, secretToOption } from './secret-file.js';
import { WEBHOOK_SECRET_SAMPLE, WEBHOOK_SECRET_VIEW } from './webhook-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Create a webhook that sends events to an address',
  description:
    'The service sends an event to the address whenever a feed has new or changed items. Deliveries are retried for three days and signed (Standard Webhooks) with a secret that is shown only once, here or in the file of --secret-to. Addresses on the machine or in the network of the service require FEEDCTL_ALLOW_PRIVATE_NETWORKS=1 there.',
  options: {
    url: text('URL', 'address that receives the events'),
    ...inputOptions,
    only: onlyOption,
    secretTo: secretToOption,
  },
  examples: [
    [
      'feedctl webhooks create --url https://example.com/hook --secret-to secret.txt',
      'Send events of every feed',
    ],
    [
      `feedctl webhooks create --url https://example.com/hook --scope a1B2c3D4e5F6g7H8 --include '"solar sail*"' --only new`,
      'Send new items of one feed that contain a phrase',
    ],
    [
      'feedctl webhooks create --url https://example.com/hook --json | jq -r .secret',
      'Print only the secret, for another program',
    ],
  ],
  output: WEBHOOK_SECRET_SAMPLE,
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, _args, { url, scope, include, exclude, only, secretTo }) {
    if (url === undefined) {
      throw new UsageError('--url is missing: pass the address that receives the events.', {
        hint: 'feedctl webhooks create --url https://example.com/hook',
      });
    }
    const body = {
      url,
      scope: await scopeId(context, scope),
      filters: readFilters({ include, exclude }),
      only,
    };
    const client = await context.client({ creates: true });
    const facts = { file: secretTo, view: WEBHOOK_SECRET_VIEW };
    const { id } = await printWithSecret(context, facts, () =>
      context.during('Creating the webhook', () => client.webhooks.create(body)),
    );
    await context.notes.note(`To test it: feedctl webhooks test ${id}`);
    return undefined;
  },
});
