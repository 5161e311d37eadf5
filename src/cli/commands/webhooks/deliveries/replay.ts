import { moment, one, shellCommand, UsageError } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import type { Context } from '../../../verbs/context.js';
import { defineVerb } from '../../../verbs/verb.js';
import { DELIVERY_SAMPLE, DELIVERY_VIEW } from './delivery-view.js';

export const replay = defineVerb({
  name: 'replay',
  summary: 'Send one delivery again',
  description:
    'Sends one delivery again with the same event id, whatever its status. `feedctl serve` sends it; for an embedded service without one, this command does.',
  arguments: { id: one('ID', 'the delivery, dlv_…') },
  examples: [['feedctl webhooks replay dlv_a1B2c3D4e5F6g7H8', 'Send a delivery again']],
  output: DELIVERY_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }) {
    const client = await context.client();
    await context.during('Requesting the delivery', () => client.deliveries.replay(id));
    await deliverNow(context);
    await context.output.record(await client.deliveries.get(id), DELIVERY_VIEW);
    return undefined;
  },
});

const RESENT_VIEW: RecordView = {
  fields: [
    { field: 'id', kind: 'id' },
    { field: 'resent', kind: 'state' },
  ],
};

export const resend = defineVerb({
  name: 'resend',
  summary: 'Send all events since a time again',
  description:
    'Sends all events of a webhook since a time again, with the same event ids, including those that were held while it was disabled. `feedctl serve` sends them; for an embedded service without one, this command does for up to 10 seconds.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: { since: moment('TIME', 'since this time: 24h, 7d, 2026-01-31 or an ISO time') },
  examples: [
    [
      'feedctl webhooks resend wh_a1B2c3D4e5F6g7H8 --since 24h',
      'Resend the events of the last day after an outage',
    ],
  ],
  output: { id: 'wh_a1B2c3D4e5F6g7H8', resent: 12 },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }, { since }) {
    if (since === undefined) {
      throw new UsageError('--since is missing: pass a time such as 24h or 2026-01-31.', {
        hint: shellCommand(['feedctl', 'webhooks', 'resend', id, '--since', '24h']),
      });
    }
    const client = await context.client();
    const resent = await context.during('Requesting the deliveries', () =>
      client.webhooks.resend(id, since),
    );
    await deliverNow(context);
    await context.output.record(resent, RESENT_VIEW);
    return undefined;
  },
});

/** Sends pending deliveries of the embedded service when no live `serve` does. */
async function deliverNow(context: Context): Promise<void> {
  const upkeep = await context.upkeep();
  if (upkeep !== null) await context.during('Delivering', () => upkeep.deliveries());
}
