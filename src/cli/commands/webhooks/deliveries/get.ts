import { one } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { DELIVERY_DETAILS_SAMPLE, DELIVERY_DETAILS_VIEW } from './delivery-view.js';

export const delivery = defineVerb({
  name: 'delivery',
  summary: 'Show one delivery with every attempt',
  description:
    'Shows a delivery with every attempt: status, duration, and the start of the request and the response. --json includes the whole event.',
  arguments: { id: one('ID', 'the delivery, dlv_…') },
  examples: [
    ['feedctl webhooks delivery dlv_a1B2c3D4e5F6g7H8', 'Find out why it failed'],
    [
      'feedctl webhooks delivery dlv_a1B2c3D4e5F6g7H8 --json | jq .event',
      'Print the event that was sent',
    ],
  ],
  output: DELIVERY_DETAILS_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }) {
    const client = await context.client();
    const found = await context.during('Reading the delivery', () => client.deliveries.get(id));
    await context.output.record(found, DELIVERY_DETAILS_VIEW);
    return undefined;
  },
});
