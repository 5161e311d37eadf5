import { defineVerb } from '../../../frame.js';
import { WEBHOOK_SAMPLE, WEBHOOKS_VIEW } from './webhook-view.js';

export const list = defineVerb({
  name: 'list',
  summary: 'List the webhooks, without their secrets',
  examples: [
    ['feedctl service webhooks list', 'See where events go and whether they arrive'],
    ['feedctl service webhooks list --json', 'With filters and reasons'],
  ],
  output: [WEBHOOK_SAMPLE],
  exitCodes: [7],
  async run(context) {
    const { withOperator } = await import('../operator.js');
    const webhooks = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks()).list(),
    );
    await context.output.rows(webhooks, WEBHOOKS_VIEW);
    if (webhooks.length === 0) {
      await context.notes.note(
        'No webhooks yet. Make one: feedctl service webhooks create --url https://example.com/hook',
      );
    }
    return undefined;
  },
});
