import { one } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { DELIVERY_DETAILS_SAMPLE, DELIVERY_DETAILS_VIEW } from './delivery-view.js';

export const delivery = defineVerb({
  name: 'delivery',
  summary: 'Show one delivery with every attempt',
  description:
    'Shows a delivery with every attempt: status, latency, and the beginning of what was sent and answered. --json has the whole event beside it.',
  arguments: { id: one('ID', 'the delivery, dlv_…') },
  options: { account: accountOption },
  examples: [
    ['feedctl service webhooks delivery dlv_a1B2c3D4e5F6g7H8', 'Why it did not arrive'],
    [
      'feedctl service webhooks delivery dlv_a1B2c3D4e5F6g7H8 --json | jq .event',
      'What was sent, in full',
    ],
  ],
  output: DELIVERY_DETAILS_SAMPLE,
  exitCodes: [3, 7],
  async run(context, { id }, { account }) {
    const { withOperator } = await import('../operator.js');
    const found = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks(account)).delivery(id),
    );
    await context.output.record(found, DELIVERY_DETAILS_VIEW);
    return undefined;
  },
});
