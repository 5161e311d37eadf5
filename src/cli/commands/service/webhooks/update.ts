import { choice, one, text, UsageError } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { filterOptions, givenWords } from './input-options.js';
import { WEBHOOK_SAMPLE, WEBHOOK_VIEW } from './webhook-view.js';

export const update = defineVerb({
  name: 'update',
  summary: 'Change where events go, or which',
  description:
    'Changes what is given of a webhook. Words replace those there were; --include "" takes all of them away. Scope and filters count for what comes from now on.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: {
    url: text('URL', 'address that receives the events'),
    scope: text('SCOPE', 'all, or the id of a feed or a bundle'),
    ...filterOptions,
    only: choice(['new', 'changed', 'both'], 'KIND', 'which kind of items'),
    account: accountOption,
  },
  examples: [
    [
      'feedctl service webhooks update wh_a1B2c3D4e5F6g7H8 --url https://example.com/new',
      'Send to another address, what waits included',
    ],
    [
      'feedctl service webhooks update wh_a1B2c3D4e5F6g7H8 --include "" --only both',
      'Everything again',
    ],
  ],
  output: WEBHOOK_SAMPLE,
  exitCodes: [3, 5, 7],
  async run(context, { id }, { account, url, scope, include, exclude, only }) {
    const changes = {
      ...(url !== undefined && { url }),
      ...(scope !== undefined && { scope }),
      ...(only !== undefined && { only: only === 'both' ? null : only }),
      ...words('include', include),
      ...words('exclude', exclude),
    };
    if (Object.keys(changes).length === 0) {
      throw new UsageError('Nothing to change was given.', {
        hint: 'Give at least one of --url, --scope, --include, --exclude, --only.',
      });
    }
    const { withOperator } = await import('../operator.js');
    const webhook = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks(account)).update(id, changes),
    );
    await context.output.record(webhook, WEBHOOK_VIEW);
    return undefined;
  },
});

function words(field: 'include' | 'exclude', given: readonly string[]) {
  const all = givenWords(given);
  return all === undefined ? {} : { [field]: all };
}
