import { moment, one, shellCommand, UsageError } from '../../../kit/index.js';
import { resolveName } from '../../../lookup/resolve-names.js';
import { columns } from '../../../output/columns.js';
import type { RecordView } from '../../../output/view.js';
import type { Context } from '../../../verbs/context.js';
import { defineVerb } from '../../../verbs/verb.js';
import { zoneOption } from '../../base/zone.js';
import { DELIVERY, DELIVERY_SAMPLE, DELIVERY_VIEW } from './delivery-view.js';

const RESENT_VIEW: RecordView = {
  fields: columns('id resent'),
};

export const resend = defineVerb({
  name: 'resend',
  summary: 'Send one delivery, or all events since a time, again',
  description:
    'Sends one delivery again, whatever its status; or, for a webhook with --since, all its events since that time, including those that were held while it was disabled. Event ids stay the same. `feedctl serve` sends them; for an embedded service without one, this command does for up to 10 seconds.',
  arguments: { id: one('ID', 'a delivery, dlv_…; or a webhook: id, name or address') },
  options: {
    timeZone: zoneOption,
    since: moment('TIME', 'of a webhook: since 24h, 7d, 2026-01-31 or an ISO time'),
  },
  examples: {
    'feedctl webhooks resend dlv_a1B2c3D4e5F6g7H8': 'Send a delivery again',
    'feedctl webhooks resend wh_a1B2c3D4e5F6g7H8 --since 24h':
      'Resend the events of the last day after an outage',
  },
  output: DELIVERY_SAMPLE,
  otherOutput: { when: 'for a webhook', sample: { id: 'wh_a1B2c3D4e5F6g7H8', resent: 12 } },
  reports: true,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }, { since }) {
    if (id.startsWith(DELIVERY)) await resendOne(context, id, since);
    else await resendSince(context, id, since);
  },
});

async function resendOne(context: Context, id: string, since: Date | undefined): Promise<void> {
  if (since !== undefined) throw new UsageError('--since is for a webhook, not for one delivery.');
  const client = await context.client();
  await context.during('Requesting the delivery', () => client.replayDelivery(id));
  await deliverNow(context);
  await context.output.record(await client.getDelivery(id), DELIVERY_VIEW);
}

async function resendSince(
  context: Context,
  typed: string,
  since: Date | undefined,
): Promise<void> {
  if (since === undefined) {
    throw new UsageError('--since is missing: pass a time such as 24h or 2026-01-31.', {
      hint: shellCommand(['feedctl', 'webhooks', 'resend', typed, '--since', '24h']),
    });
  }
  const id = await resolveName(context, typed, { of: 'webhooks', verb: 'resend' });
  const client = await context.client();
  const resent = await context.during('Requesting the deliveries', () =>
    client.resendDeliveries(id, { since: since.toISOString() }),
  );
  await deliverNow(context);
  await context.output.inOtherShape().record(resent, RESENT_VIEW);
}

/** Sends pending deliveries of the embedded service when no live `serve` does. */
async function deliverNow(context: Context): Promise<void> {
  const maintenance = await context.maintenance();
  if (maintenance !== null) await context.during('Delivering', () => maintenance.deliveries());
}
