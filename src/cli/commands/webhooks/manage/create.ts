import { text, UsageError } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { filterOptions, onlyOption, scopeId } from './input-options.js';
import { printWithSecret, secretToOption } from './secret-file.js';
import { WEBHOOK_SECRET_SAMPLE, WEBHOOK_SECRET_VIEW } from './webhook-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Have events sent to an address',
  description:
    'The service sends an event to the address whenever a feed has new or changed items. Deliveries are signed (Standard Webhooks) with a secret that is shown once, here or in the file of --secret-to, and retried for three days. Addresses on the machine of the service or in its network need FEEDCTL_ALLOW_PRIVATE_NETWORKS=1 there.',
  options: {
    url: text('URL', 'address that receives the events'),
    ...filterOptions,
    only: onlyOption,
    secretTo: secretToOption,
  },
  examples: [
    [
      'feedctl webhooks create --url https://example.com/hook --secret-to secret.txt',
      'Events of every feed',
    ],
    [
      "feedctl webhooks create --url https://example.com/hook --scope a1B2c3D4e5F6g7H8 --include 'solar sail*' --only new",
      'New items of one feed that have a phrase',
    ],
    [
      'feedctl webhooks create --url https://example.com/hook --json | jq -r .secret',
      'The secret, for another program',
    ],
  ],
  output: WEBHOOK_SECRET_SAMPLE,
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, _args, { url, scope, include, exclude, only, secretTo }) {
    if (url === undefined) {
      throw new UsageError('--url is missing: where are the events to be sent?', {
        hint: 'feedctl webhooks create --url https://example.com/hook',
      });
    }
    const body = {
      url,
      scope: await scopeId(context, scope),
      include: include.length === 0 ? undefined : include,
      exclude: exclude.length === 0 ? undefined : exclude,
      only,
    };
    const client = await context.client({ creates: true });
    const facts = { file: secretTo, view: WEBHOOK_SECRET_VIEW };
    const { id } = await printWithSecret(context, facts, () =>
      context.during('Creating the webhook', () => client.webhooks.create(body)),
    );
    await context.notes.note(`To try it out: feedctl webhooks test ${id}`);
    return undefined;
  },
});
