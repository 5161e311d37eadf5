import { choice, one, text, UsageError } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { filterOptions, givenWords, scopeId } from './input-options.js';
import { WEBHOOK_SAMPLE, WEBHOOK_VIEW } from './webhook-view.js';

export const update = defineVerb({
  name: 'update',
  summary: 'Change the address or filters of a webhook',
  description:
    'Changes the given fields of a webhook. Words replace the earlier ones; --include "" removes all. Scope and filters apply to future events; pending deliveries go to the new address.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: {
    url: text('URL', 'address that receives the events'),
    ...filterOptions,
    only: choice(['new', 'changed', 'both'], 'KIND', 'which kind of items'),
  },
  examples: [
    [
      'feedctl webhooks update wh_a1B2c3D4e5F6g7H8 --url https://example.com/new',
      'Send to another address',
    ],
    ['feedctl webhooks update wh_a1B2c3D4e5F6g7H8 --include "" --only both', 'Remove the filters'],
  ],
  output: WEBHOOK_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }, { url, scope, include, exclude, only }) {
    const given = [url, scope, only, givenWords(include), givenWords(exclude)];
    if (given.every((value) => value === undefined)) {
      throw new UsageError('No changes given.', {
        hint: 'Pass at least one of --url, --scope, --include, --exclude, --only.',
      });
    }
    const changes = {
      url,
      scope: await scopeId(context, scope),
      include: givenWords(include),
      exclude: givenWords(exclude),
      only: only === 'both' ? null : only,
    };
    const client = await context.client();
    const webhook = await context.during('Changing the webhook', () =>
      client.webhooks.update(id, changes),
    );
    await context.output.record(webhook, WEBHOOK_VIEW);
    return undefined;
  },
});
