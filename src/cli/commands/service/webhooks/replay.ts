import { one } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { DELIVERY_SAMPLE, DELIVERY_VIEW } from './delivery-view.js';

export const replay = defineVerb({
  name: 'replay',
  summary: 'Send one delivery again',
  description:
    'Sends one delivery again under the same event id, whatever came of it before. With a live `feedctl serve` it is sent by that, otherwise at once.',
  arguments: { id: one('ID', 'the delivery, dlv_…') },
  options: { account: accountOption },
  examples: [['feedctl service webhooks replay dlv_a1B2c3D4e5F6g7H8', 'Try once more']],
  output: DELIVERY_SAMPLE,
  exitCodes: [2, 3, 7],
  async run(context, { id }, { account }) {
    const { withOperator } = await import('../operator.js');
    const { deliverNow } = await import('./deliver-now.js');
    const sent = await withOperator(context, async (service) => {
      const webhooks = await service.operator.webhooks(account);
      await webhooks.replay(id);
      await deliverNow(context, service);
      return webhooks.delivery(id);
    });
    await context.output.record(sent, DELIVERY_VIEW);
    return undefined;
  },
});
