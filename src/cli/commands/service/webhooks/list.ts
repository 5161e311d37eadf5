import { shellCommand } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountFlag, accountOption } from '../account-option.js';
import { WEBHOOK_SAMPLE, WEBHOOKS_VIEW } from './webhook-view.js';

const EXAMPLE = 'https://example.com/hook';

export const list = defineVerb({
  name: 'list',
  summary: 'List the webhooks, without their secrets',
  options: { account: accountOption },
  examples: [
    ['feedctl service webhooks list', 'See where events go and whether they arrive'],
    ['feedctl service webhooks list --json', 'With filters and reasons'],
    ["feedctl service webhooks list --account 'news desk'", 'Those of another account'],
  ],
  output: [WEBHOOK_SAMPLE],
  exitCodes: [3, 7],
  async run(context, _args, { account }) {
    const { withOperator } = await import('../operator.js');
    const webhooks = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks(account)).list(),
    );
    await context.output.rows(webhooks, WEBHOOKS_VIEW);
    for (const { id, scope, scope_deleted } of webhooks) {
      if (!scope_deleted) continue;
      const noun = scope.startsWith('_') ? 'bundle' : 'feed';
      const update = ['feedctl', 'service', 'webhooks', 'update', id, '--scope', 'all'];
      await context.notes.warn(
        `Webhook ${id} gets no more events: its ${noun} ${scope} was deleted. Choose another scope: ${shellCommand([...update, ...accountFlag(account)])}`,
      );
    }
    if (webhooks.length === 0) {
      const create = ['feedctl', 'service', 'webhooks', 'create', '--url', EXAMPLE];
      await context.notes.note(
        `No webhooks yet. Make one: ${shellCommand([...create, ...accountFlag(account)])}`,
      );
    }
    return undefined;
  },
});
