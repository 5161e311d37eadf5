import { one, shellCommand, UsageError } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import { defineVerb } from '../../../verbs/verb.js';
import { moment } from '../../items/items.js';
import { accountFlag, accountOption } from '../account-option.js';

const VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'resent', kind: 'state' },
  ],
};

export const resend = defineVerb({
  name: 'resend',
  summary: 'Send everything again since a time',
  description:
    'Sends a webhook everything again that was announced to it since a time, under the same event ids, and what was held while it was off. With a live `feedctl serve` it is sent by that, otherwise as far as 10 seconds go.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: {
    since: moment('TIME', 'from then on: 24h, 7d, 2026-01-31 or an ISO time'),
    account: accountOption,
  },
  examples: [
    ['feedctl service webhooks resend wh_a1B2c3D4e5F6g7H8 --since 24h', 'After a day of trouble'],
  ],
  output: { id: 'wh_a1B2c3D4e5F6g7H8', resent: 12 },
  exitCodes: [3, 7],
  async run(context, { id }, { account, since }) {
    if (since === undefined) {
      const command = ['feedctl', 'service', 'webhooks', 'resend', id, '--since', '24h'];
      throw new UsageError('--since is missing: from when on?', {
        hint: shellCommand([...command, ...accountFlag(account)]),
      });
    }
    const { withOperator } = await import('../operator.js');
    const { deliverNow } = await import('./deliver-now.js');
    const resent = await withOperator(context, async (service) => {
      const queued = await (await service.operator.webhooks(account)).resend(id, since.getTime());
      await deliverNow(context, service);
      return queued;
    });
    await context.output.record(resent, VIEW);
    return undefined;
  },
});
