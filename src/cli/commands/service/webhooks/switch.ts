import { one, shellCommand } from '../../../kit/index.js';
import { defineVerb, type Verb } from '../../../verbs/verb.js';
import { accountFlag, accountOption } from '../account-option.js';
import { WEBHOOK_SAMPLE, WEBHOOK_VIEW } from './webhook-view.js';

export const enable = defineSwitch({
  name: 'enable',
  summary: 'Take deliveries again',
  description:
    'Switches a webhook on again, with a clean record. What was held while it was off is not sent by itself: see resend.',
  does: 'After the receiver was mended',
  enabled: true,
});

export const disable = defineSwitch({
  name: 'disable',
  summary: 'Send nothing until it is switched on again',
  description:
    'Switches a webhook off. What is announced meanwhile is held, and can be sent later: see resend.',
  does: 'While the receiver is being worked on',
  enabled: false,
});

interface SwitchDefinition {
  name: 'enable' | 'disable';
  summary: string;
  description: string;
  does: string;
  enabled: boolean;
}

function defineSwitch({ name, summary, description, does, enabled }: SwitchDefinition): Verb {
  return defineVerb({
    name,
    summary,
    description,
    arguments: { id: one('ID', 'the webhook, wh_…') },
    options: { account: accountOption },
    examples: [[`feedctl service webhooks ${name} wh_a1B2c3D4e5F6g7H8`, does]],
    output: { ...WEBHOOK_SAMPLE, enabled },
    exitCodes: [3, 7],
    async run(context, { id }, { account }) {
      const { withOperator } = await import('../operator.js');
      const { webhook, held } = await withOperator(context, async ({ operator }) => {
        const webhooks = await operator.webhooks(account);
        const changed = await webhooks[name](id);
        const some = { webhookId: id, status: 'held', limit: 1, offset: 0 } as const;
        const [first] = enabled ? await webhooks.deliveries(some) : [];
        return { webhook: changed, held: first };
      });
      await context.output.record(webhook, WEBHOOK_VIEW);
      if (held !== undefined) {
        const resend = ['feedctl', 'service', 'webhooks', 'resend', id, '--since', '30d'];
        await context.notes.note(
          `Events were held while it was off. To send them: ${shellCommand([...resend, ...accountFlag(account)])}`,
        );
      }
      return undefined;
    },
  });
}
