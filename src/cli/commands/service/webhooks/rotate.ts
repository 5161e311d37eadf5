import { one } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { WEBHOOK_SECRET_SAMPLE, WEBHOOK_SECRET_VIEW } from './webhook-view.js';

const VIEW: RecordView = {
  fields: [
    ...WEBHOOK_SECRET_VIEW.fields,
    { field: 'previous_secret_until', heading: 'old secret until', kind: 'time' },
  ],
};

export const rotate = defineVerb({
  name: 'rotate',
  summary: 'Give a webhook a new secret',
  description:
    'Gives a webhook a new secret, printed once. For 24 hours deliveries carry the signatures of the new and the old one, so that the receiver can change over without losing any.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: { account: accountOption },
  examples: [
    ['feedctl service webhooks rotate wh_a1B2c3D4e5F6g7H8', 'A new secret'],
    [
      'feedctl service webhooks rotate wh_a1B2c3D4e5F6g7H8 --json | jq -r .secret >> secret.txt',
      'Beside the old one, for a receiver that takes both',
    ],
  ],
  output: { ...WEBHOOK_SECRET_SAMPLE, previous_secret_until: '2026-02-01T08:30:00.000Z' },
  exitCodes: [3, 7],
  async run(context, { id }, { account }) {
    const { withOperator } = await import('../operator.js');
    const rotated = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks(account)).rotate(id),
    );
    await context.output.record(rotated, VIEW);
    await context.notes.note('The secret is not shown again.');
    return undefined;
  },
});
