import type { Delivery, FeedClient } from '../../../../client/index.js';
import { one, shellCommand } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { WEBHOOK_SAMPLE, WEBHOOK_VIEW } from './webhook-view.js';

export const enable = defineVerb({
  name: 'enable',
  summary: 'Enable a disabled webhook',
  description:
    'Enables a webhook and resets its failures. Events that were held while it was disabled are not sent automatically: see resend.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  examples: {
    'feedctl webhooks enable wh_a1B2c3D4e5F6g7H8': 'Enable it after the receiver was fixed',
  },
  output: WEBHOOK_SAMPLE,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }) {
    const client = await context.client();
    const webhook = await context.during('Enabling the webhook', () =>
      client.updateWebhook(id, { enabled: true }),
    );
    await context.output.record(webhook, WEBHOOK_VIEW);
    if ((await firstHeld(client, id)) !== undefined) {
      const resend = ['feedctl', 'webhooks', 'resend', id, '--since', '30d'];
      await context.notes.note(
        `Events were held while it was disabled. To send them: ${shellCommand(resend)}`,
      );
    }
  },
});

export const disable = defineVerb({
  name: 'disable',
  summary: 'Disable a webhook and hold its events',
  description: 'Disables a webhook. New events are held and can be sent later: see resend.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  examples: {
    'feedctl webhooks disable wh_a1B2c3D4e5F6g7H8': 'Disable it while the receiver is fixed',
  },
  output: { ...WEBHOOK_SAMPLE, enabled: false },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }) {
    const client = await context.client();
    const webhook = await context.during('Disabling the webhook', () =>
      client.updateWebhook(id, { enabled: false }),
    );
    await context.output.record(webhook, WEBHOOK_VIEW);
  },
});

async function firstHeld(client: FeedClient, webhook: string): Promise<Delivery | undefined> {
  for await (const delivery of client.deliveries({ webhook, status: 'held', limit: 1 })) {
    return delivery;
  }
  return undefined;
}
