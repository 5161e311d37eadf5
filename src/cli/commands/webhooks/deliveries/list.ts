import { choice, maybe, moment, wholeNumber } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { printList } from '../../base/index.js';
import { DELIVERIES_VIEW, DELIVERY_SAMPLE } from './delivery-view.js';

const DEFAULT_LIMIT = 50;
const STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;

export const deliveries = defineVerb({
  name: 'deliveries',
  summary: 'List deliveries, the newest first',
  description: `Lists the deliveries of a webhook, or of all: the newest ${DEFAULT_LIMIT} unless --limit says otherwise. They are kept for 30 days.`,
  arguments: { id: maybe('ID', 'the webhook, wh_…; all when left out') },
  options: {
    status: choice(STATUSES, 'STATUS', 'only deliveries with this status'),
    since: moment('TIME', 'only from then on: 24h, 7d, 2026-01-31 or an ISO time'),
    limit: wholeNumber('N', `how many (default ${DEFAULT_LIMIT})`, { min: 1 }),
    offset: wholeNumber('N', 'how many to skip'),
  },
  examples: [
    ['feedctl webhooks deliveries', 'What was sent, and the results'],
    [
      'feedctl webhooks deliveries wh_a1B2c3D4e5F6g7H8 --status failed -o id',
      'Ids of what was given up',
    ],
    ['feedctl webhooks deliveries --since 24h', 'Those of the last day'],
  ],
  output: [DELIVERY_SAMPLE],
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id: webhook }, { status, since, limit = DEFAULT_LIMIT, offset }) {
    const client = await context.client();
    const rows = client.deliveries.all({ webhook, status, since, limit, offset });
    const command = [
      ...['webhooks', 'deliveries', ...(webhook === undefined ? [] : [webhook])],
      ...(status === undefined ? [] : ['--status', status]),
      ...(since === undefined ? [] : ['--since', since.toISOString()]),
    ];
    const empty = 'No deliveries.';
    await printList(context, { command, view: DELIVERIES_VIEW, empty, rows, limit, offset });
    return undefined;
  },
});
