import { shellCommand, text, UsageError } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountFlag, accountOption } from '../account-option.js';
import { filterOptions, onlyOption } from './input-options.js';
import { WEBHOOK_SECRET_SAMPLE, WEBHOOK_SECRET_VIEW } from './webhook-view.js';

export const create = defineVerb({
  name: 'create',
  summary: 'Have events sent to an address',
  description:
    'Has an event sent to an address whenever a feed brings new or changed items, and when a feed is made. Deliveries are signed (Standard Webhooks) with a secret that is printed once, and tried again for three days. Addresses on this machine or in its network need FEEDCTL_ALLOW_PRIVATE_NETWORKS=1, for `feedctl serve` too.',
  options: {
    url: text('URL', 'address that receives the events'),
    scope: text('SCOPE', 'all (default), or the id of a feed or a bundle'),
    ...filterOptions,
    only: onlyOption,
    account: accountOption,
  },
  examples: [
    ['feedctl service webhooks create --url https://example.com/hook', 'Events of every feed'],
    [
      "feedctl service webhooks create --url https://example.com/hook --scope a1B2c3D4e5F6g7H8 --include 'solar sail*' --only new",
      'New items of one feed that have a phrase',
    ],
    [
      'feedctl service webhooks create --url https://example.com/hook --json | jq -r .secret > secret.txt',
      'Keep the secret for the receiver',
    ],
  ],
  output: WEBHOOK_SECRET_SAMPLE,
  exitCodes: [3, 5, 7],
  async run(context, _args, { account, url, scope, include, exclude, only }) {
    if (url === undefined) {
      throw new UsageError('--url is missing: where are the events to be sent?', {
        hint: 'feedctl service webhooks create --url https://example.com/hook',
      });
    }
    const { withOperator } = await import('../operator.js');
    const input = { url, include, exclude, only: only ?? null, ...(scope && { scope }) };
    const webhook = await withOperator(
      context,
      async ({ operator }) => (await operator.webhooks(account)).create(input),
      { creates: true },
    );
    await context.output.record(webhook, WEBHOOK_SECRET_VIEW);
    const test = ['feedctl', 'service', 'webhooks', 'test', webhook.id, ...accountFlag(account)];
    await context.notes.note(`The secret is not shown again. To try it out: ${shellCommand(test)}`);
    return undefined;
  },
});
