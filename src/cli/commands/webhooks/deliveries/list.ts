import { choice, maybe, moment, wholeNumber } from '../../../kit/index.js';
import { defineVerb } from '../../../verbs/verb.js';
import { printList } from '../../base/index.js';
import { DELIVERIES_VIEW, DELIVERY_SAMPLE } from './delivery-view.js';

const DEFAULT_LIMIT = 50;
const STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;

export const deliveries = defineVerb({
  name: 'deliveries',
  summary: 'List deliveries, newest first',
  description: `Lists the deliveries of one webhook or of all: the newest ${DEFAULT_LIMIT} unless --limit is given. Deliveries are kept for 30 days.`,
  arguments: { id: maybe('ID', 'the webhook, wh_…; all when left out') },
  options: {
    status: choice(STATUSES, 'STATUS', 'only deliveries with this status'),
    since: moment('TIME', 'only since this time: 24h, 7d, 2026-01-31 or an ISO time'),
    limit: wholeNumber('N', `maximum number of deliveries (default ${DEFAULT_LIMIT})`, { min: 1 }),
    offset: wholeNumber('N', 'deliveries to skip'),
  },
  examples: [
    ['feedctl webhooks deliveries', 'List deliveries and their results'],
    [
      'feedctl webhooks deliveries wh_a1B2c3D4e5F6g7H8 --status failed -o id',
      'Print the ids of failed deliveries',
    ],
    ['feedctl webhooks deliveries --since 24h', 'List the deliveries of the last day'],
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
