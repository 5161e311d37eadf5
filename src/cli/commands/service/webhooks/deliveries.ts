import { choice, maybe, wholeNumber } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { accountOption } from '../account-option.js';
import { DELIVERIES_VIEW, DELIVERY_SAMPLE } from './delivery-view.js';

const DEFAULT_LIMIT = 50;
const STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;

export const deliveries = defineVerb({
  name: 'deliveries',
  summary: 'List deliveries, the newest first',
  description: `Lists the deliveries of a webhook, or of all: the newest ${DEFAULT_LIMIT} unless --limit says otherwise. They are kept for 30 days.`,
  arguments: { id: maybe('ID', 'the webhook, wh_…; all when left out') },
  options: {
    status: choice(STATUSES, 'STATUS', 'only those'),
    limit: wholeNumber('N', `how many (default ${DEFAULT_LIMIT})`, { min: 1, max: 10_000 }),
    offset: wholeNumber('N', 'how many to skip'),
    account: accountOption,
  },
  examples: [
    ['feedctl service webhooks deliveries', 'What was sent, and what came of it'],
    [
      'feedctl service webhooks deliveries wh_a1B2c3D4e5F6g7H8 --status failed -o id',
      'Ids of what was given up',
    ],
  ],
  output: [DELIVERY_SAMPLE],
  exitCodes: [3, 7],
  async run(context, { id }, { account, status, limit = DEFAULT_LIMIT, offset = 0 }) {
    const { withOperator } = await import('../operator.js');
    const selection = { webhookId: id, status, limit, offset };
    const rows = await withOperator(context, async ({ operator }) =>
      (await operator.webhooks(account)).deliveries(selection),
    );
    await context.output.rows(rows, DELIVERIES_VIEW);
    if (rows.length === 0) await context.notes.note('No deliveries.');
    return undefined;
  },
});
