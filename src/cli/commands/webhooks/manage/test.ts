import { CliError, one } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { DELIVERY_DETAILS_SAMPLE, DELIVERY_DETAILS_VIEW } from '../deliveries/delivery-view.js';

export const test = defineVerb({
  name: 'test',
  summary: 'Send a sample event now and show the result',
  description:
    'The service sends a sample event immediately, also to a disabled webhook, and the command shows the response. There is one attempt; a failure does not affect the webhook. Exits with 9 when the delivery failed.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  examples: {
    'feedctl webhooks test wh_a1B2c3D4e5F6g7H8': 'Send a test event',
  },
  output: { ...DELIVERY_DETAILS_SAMPLE, test: true },
  exitCodes: [3, 4, 5, 6, 7, 9],
  async run(context, { id }) {
    const client = await context.client();
    const sent = await context.during('Sending a sample event', () => client.testWebhook(id));
    await context.output.record(sent, DELIVERY_DETAILS_VIEW);
    if (sent.status === 'delivered') return undefined;
    throw new CliError(`The sample event was not delivered: ${sent.last_error ?? sent.status}`, {
      exitCode: 9,
      code: 'NOT_DELIVERED',
    });
  },
});
