import type { Webhook } from '../../../../client/index.js';
import { shellCommand } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { WEBHOOK_SAMPLE, WEBHOOKS_VIEW } from './webhook-view.js';

export const list = defineVerb({
  name: 'list',
  summary: 'List the webhooks, without their secrets',
  description:
    'Lists the webhooks of the account, newest first, without their secrets. An account has at most 100.',
  examples: {
    'feedctl webhooks list': 'List webhooks and whether deliveries succeed',
    'feedctl webhooks list --json': 'Include filters and failure reasons',
    'feedctl webhooks list --profile team': 'List the webhooks of another account',
  },
  output: [WEBHOOK_SAMPLE],
  exitCodes: [4, 5, 6, 7],
  async run(context) {
    const client = await context.client();
    const webhooks = await context.during('Reading webhooks', async () => {
      const all: Webhook[] = [];
      for await (const webhook of client.webhooks()) all.push(webhook);
      return all;
    });
    await context.output.rows(webhooks, WEBHOOKS_VIEW);
    for (const { id, scope, scope_deleted } of webhooks) {
      if (!scope_deleted) continue;
      const noun = scope.startsWith('_') ? 'bundle' : 'feed';
      await context.notes.warn(
        `Webhook ${id} gets no more events: its ${noun} ${scope} was deleted. Choose another scope: ${shellCommand(['feedctl', 'webhooks', 'update', id, '--scope', 'all'])}`,
      );
    }
    if (webhooks.length === 0) {
      await context.notes.hint(
        'No webhooks yet. Create one: feedctl webhooks create --url https://example.com/hook',
      );
    }
  },
});
