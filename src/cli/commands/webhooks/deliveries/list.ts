import { choice, longFlag, maybe, moment, UsageError, wholeNumber } from '../../../kit/index.js';
import { resolveName } from '../../../lookup/resolve-names.js';
import type { Context } from '../../../verbs/context.js';
import { defineVerb } from '../../../verbs/verb.js';
import { printList } from '../../base/index.js';
import { zoneOption } from '../../base/zone.js';
import {
  DELIVERIES_VIEW,
  DELIVERY,
  DELIVERY_DETAILS_SAMPLE,
  DELIVERY_DETAILS_VIEW,
  DELIVERY_SAMPLE,
} from './delivery-view.js';

const DEFAULT_LIMIT = 50;
const STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;

export const deliveries = defineVerb({
  name: 'deliveries',
  summary: 'List deliveries, or show one with every attempt',
  description: `
    Lists the deliveries of one webhook or of all, newest first: ${DEFAULT_LIMIT} unless --limit is
    given. Deliveries are kept for 30 days. For the id of a delivery, shows it with every attempt:
    status, duration, and the start of the request and the response; --json includes the whole
    event.
  `,
  arguments: {
    id: maybe('ID', 'a webhook: id, name or address; or a delivery, dlv_…; default all'),
  },
  options: {
    status: choice(STATUSES, 'STATUS', 'only deliveries with this status'),
    timeZone: zoneOption,
    since: moment('TIME', 'only since this time: 24h, 7d, 2026-01-31 or an ISO time'),
    limit: wholeNumber('N', `maximum number of deliveries (default ${DEFAULT_LIMIT})`, { min: 1 }),
    offset: wholeNumber('N', 'deliveries to skip'),
  },
  examples: {
    'feedctl webhooks deliveries': 'List deliveries and their results',
    'feedctl webhooks deliveries wh_a1B2c3D4e5F6g7H8 --status failed -o id':
      'Print the ids of failed deliveries',
    'feedctl webhooks deliveries --since 24h': 'List the deliveries of the last day',
    'feedctl webhooks deliveries dlv_a1B2c3D4e5F6g7H8': 'Find out why a delivery failed',
    'feedctl webhooks deliveries dlv_a1B2c3D4e5F6g7H8 --json | jq .event':
      'Print the event that was sent',
  },
  output: [DELIVERY_SAMPLE],
  otherOutput: { when: 'for a delivery', sample: DELIVERY_DETAILS_SAMPLE },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id }, options) {
    if (id?.startsWith(DELIVERY)) {
      await showDelivery(context, id, options);
      return undefined;
    }
    const { status, since, limit = DEFAULT_LIMIT, offset } = options;
    const request = { of: 'webhooks', verb: 'deliveries', reads: true } as const;
    const webhook = id && (await resolveName(context, id, request));
    const client = await context.client();
    const rows = client.deliveries({
      webhook,
      status,
      since: since?.toISOString(),
      limit,
      offset,
    });
    const empty = 'No deliveries.';
    await printList(context, { view: DELIVERIES_VIEW, empty, rows, limit, offset });
  },
});

/** One delivery with its attempts. @throws {UsageError} for options of the list */
async function showDelivery(
  { client: connect, output, during }: Context,
  id: string,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = Object.keys(options).find((key) => options[key] !== undefined);
  if (given !== undefined) {
    throw new UsageError(`${longFlag(given)} is for the list of deliveries, not for one of them.`);
  }
  const client = await connect();
  const found = await during('Reading the delivery', () => client.getDelivery(id));
  await output.inOtherShape().record(found, DELIVERY_DETAILS_VIEW);
}
