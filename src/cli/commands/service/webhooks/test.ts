import { CliError, one } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { DELIVERY_DETAILS_SAMPLE, DELIVERY_DETAILS_VIEW } from './delivery-view.js';

export const test = defineVerb({
  name: 'test',
  summary: 'Send a sample event now and show how it went',
  description:
    'Sends a sample event at once, also to a webhook that is switched off, and shows the answer. One attempt; its failure has no consequences for the webhook.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: { account: accountOption },
  examples: [['feedctl service webhooks test wh_a1B2c3D4e5F6g7H8', 'See whether it arrives']],
  output: { ...DELIVERY_DETAILS_SAMPLE, test: true },
  exitCodes: [3, 7, 9],
  async run(context, { id }, { account }) {
    const { withOperator } = await import('../operator.js');
    const sent = await withOperator(context, ({ operator }) =>
      context.during('Sending a sample event', async () =>
        (await operator.webhooks(account)).test(id),
      ),
    );
    await context.output.record(sent, DELIVERY_DETAILS_VIEW);
    if (sent.status === 'delivered') return undefined;
    throw new CliError(`The sample event did not arrive: ${sent.last_error ?? sent.status}`, {
      exitCode: 9,
      code: 'NOT_DELIVERED',
    });
  },
});
