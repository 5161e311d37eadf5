import type { FeedClient } from '../../../../client/index.js';
import { CliError, one, shellCommand } from '../../../kit/index.js';
import { type NameRequest, resolveName } from '../../../lookup/resolve-names.js';
import { columns } from '../../../output/columns.js';
import type { RecordView } from '../../../output/view.js';
import type { Context } from '../../../verbs/context.js';
import { defineVerb } from '../../../verbs/verb.js';
import { confirm } from '../../base/confirm.js';
import { DELIVERY_DETAILS_SAMPLE, DELIVERY_DETAILS_VIEW } from '../deliveries/delivery-view.js';
import { printWithSecret, secretToOption } from './secret.js';
import {
  WEBHOOK_SAMPLE,
  WEBHOOK_SECRET_SAMPLE,
  WEBHOOK_SECRET_VIEW,
  WEBHOOK_VIEW,
} from './webhook-view.js';

interface SingleDefinition<T extends object> {
  name: string;
  summary: string;
  description?: string;
  examples: Readonly<Record<string, string>>;
  output: object;
  reports?: true;
  exitCodes?: readonly (1 | 9)[];
  view?: RecordView;
  /** How the webhook is looked up: see `NameRequest`. */
  lookup?: Pick<NameRequest, 'reads' | 'destroys'>;
  /** Label of the progress. */
  label: string;
  before?(context: Context, id: string): Promise<void>;
  call(client: FeedClient, id: string): Promise<T>;
  after?(result: T, context: Context, client: FeedClient): Promise<void>;
}

/** Argument that names a webhook. */
export const webhookArgument = one('ID', 'the webhook: id, name or address');

/** A verb for one webhook that prints the answer of the service. */
function defineSingle<T extends object>(definition: SingleDefinition<T>) {
  const {
    exitCodes = [],
    view = WEBHOOK_VIEW,
    label,
    before,
    call,
    after,
    lookup,
    ...rest
  } = definition;
  return defineVerb({
    ...rest,
    arguments: { id: webhookArgument },
    exitCodes: [3, 4, 5, 6, 7, ...exitCodes],
    async run(context, { id: typed }) {
      const request = { of: 'webhooks', verb: rest.name, ...lookup } as const;
      const id = await resolveName(context, typed, request);
      await before?.(context, id);
      const client = await context.client();
      const result = await context.during(label, () => call(client, id));
      await context.output.record(result, view);
      await after?.(result, context, client);
    },
  });
}

export const get = defineSingle({
  name: 'get',
  summary: 'Show one webhook, without its secret',
  examples: { 'feedctl webhooks get wh_a1B2c3D4e5F6g7H8': 'Find out why it gets no events' },
  output: WEBHOOK_SAMPLE,
  lookup: { reads: true },
  label: 'Reading the webhook',
  call: (client, id) => client.getWebhook(id),
});

export const deleteWebhook = defineSingle({
  name: 'delete',
  summary: 'Delete a webhook and its deliveries',
  description:
    'Deletes a webhook with its history and pending deliveries. Asks for confirmation on a terminal; elsewhere it needs --yes.',
  examples: { 'feedctl webhooks delete wh_a1B2c3D4e5F6g7H8': 'Delete a webhook' },
  output: { id: 'wh_a1B2c3D4e5F6g7H8', deleted: true },
  exitCodes: [1],
  view: { fields: columns('id deleted') },
  reports: true,
  lookup: { destroys: true },
  label: 'Deleting the webhook',
  async before(context, id) {
    await confirm(
      context,
      `Delete webhook ${id} and its history?`,
      'Nothing was deleted.',
      async () => {
        const { name, url } = await (await context.client()).getWebhook(id);
        return `Delete webhook ${name || url} (${id}) and its history?`;
      },
    );
  },
  call: (client, id) => client.deleteWebhook(id),
});

export const enable = defineSingle({
  name: 'enable',
  summary: 'Enable a disabled webhook',
  description:
    'Enables a webhook and resets its failures. Events that were held while it was disabled are not sent automatically: see resend.',
  examples: {
    'feedctl webhooks enable wh_a1B2c3D4e5F6g7H8': 'Enable it after the receiver was fixed',
  },
  output: WEBHOOK_SAMPLE,
  reports: true,
  label: 'Enabling the webhook',
  call: (client, id) => client.updateWebhook(id, { enabled: true }),
  async after({ id: webhook }, { notes }, client) {
    const [held] = await client.listDeliveries({ webhook, status: 'held', limit: 1 });
    if (held === undefined) return;
    const resend = ['feedctl', 'webhooks', 'resend', webhook, '--since', '30d'];
    await notes.note(
      `Events were held while it was disabled. To send them: ${shellCommand(resend)}`,
    );
  },
});

export const disable = defineSingle({
  name: 'disable',
  summary: 'Disable a webhook and hold its events',
  description: 'Disables a webhook. New events are held and can be sent later: see resend.',
  examples: {
    'feedctl webhooks disable wh_a1B2c3D4e5F6g7H8': 'Disable it while the receiver is fixed',
  },
  output: { ...WEBHOOK_SAMPLE, enabled: false },
  reports: true,
  label: 'Disabling the webhook',
  call: (client, id) => client.updateWebhook(id, { enabled: false }),
});

export const test = defineSingle({
  name: 'test',
  summary: 'Send a sample event now and show the result',
  description: `
    The service sends a sample event immediately, also to a disabled webhook, and the command shows
    the response. There is one attempt; a failure does not affect the webhook. Exits with 9 when the
    delivery failed.
  `,
  examples: { 'feedctl webhooks test wh_a1B2c3D4e5F6g7H8': 'Send a test event' },
  output: { ...DELIVERY_DETAILS_SAMPLE, test: true },
  exitCodes: [9],
  view: DELIVERY_DETAILS_VIEW,
  label: 'Sending a sample event',
  call: (client, id) => client.testWebhook(id),
  async after({ status, last_error }) {
    if (status === 'delivered') return;
    throw new CliError(`The sample event was not delivered: ${last_error ?? status}`, {
      exitCode: 9,
      code: 'NOT_DELIVERED',
    });
  },
});

export const rotate = defineVerb({
  name: 'rotate',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret, which is shown only once. For 24 hours deliveries are signed with the new and the old secret, so that the receiver can switch without losing any.',
  arguments: { id: webhookArgument },
  options: { secretTo: secretToOption },
  examples: {
    'feedctl webhooks rotate wh_a1B2c3D4e5F6g7H8 --secret-to new.txt':
      'Write the new secret to a file',
    'feedctl webhooks rotate wh_a1B2c3D4e5F6g7H8 --json | jq -r .secret >> secret.txt':
      'Add it to the file of a receiver that accepts both',
  },
  output: { ...WEBHOOK_SECRET_SAMPLE, previous_secret_until: '2026-02-01T08:30:00.000Z' },
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id: typed }, { secretTo }) {
    const id = await resolveName(context, typed, { of: 'webhooks', verb: 'rotate' });
    const client = await context.client();
    const until = { field: 'previous_secret_until', heading: 'old secret until', kind: 'time' };
    const view = { fields: [...WEBHOOK_SECRET_VIEW.fields, until] } as RecordView;
    await printWithSecret(context, { file: secretTo, view }, () =>
      context.during('Replacing the secret', () => client.rotateWebhookSecret(id)),
    );
  },
});
