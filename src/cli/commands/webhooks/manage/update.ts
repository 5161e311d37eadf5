import { choice } from '../../../kit/index.js';
import { resolveName } from '../../../lookup/resolve-names.js';
import { defineVerb } from '../../../verbs/verb.js';
import { refuseNoChanges } from '../../base/changes.js';
import { FILTERS_NOTE, readFilters } from '../../base/index.js';
import {
  addressNote,
  formatFields,
  formatOptions,
  nameOption,
  urlOption,
} from './format-options.js';
import { inputOptions, scopeId } from './input-options.js';
import { webhookArgument } from './single.js';
import { WEBHOOK_SAMPLE, WEBHOOK_VIEW } from './webhook-view.js';

export const update = defineVerb({
  name: 'update',
  summary: 'Change the address or filters of a webhook',
  description: `Changes the given fields of a webhook. ${FILTERS_NOTE} Scope and filters apply to future events; pending deliveries go to the new address. A header with the value none is removed.`,
  arguments: { id: webhookArgument },
  options: {
    url: urlOption,
    name: nameOption,
    ...formatOptions,
    ...inputOptions,
    only: choice(['new', 'changed', 'both'], 'KIND', 'which kind of items'),
  },
  examples: {
    'feedctl webhooks update wh_a1B2c3D4e5F6g7H8 --url https://example.com/new':
      'Send to another address',
    "feedctl webhooks update wh_a1B2c3D4e5F6g7H8 --header 'Authorization: @token.txt'":
      'Send a header with every delivery; its value is in a file',
    'feedctl webhooks update wh_a1B2c3D4e5F6g7H8 --include "" --exclude "" --only both':
      'Remove the filters',
  },
  output: WEBHOOK_SAMPLE,
  reports: true,
  exitCodes: [3, 4, 5, 6, 7],
  async run(context, { id: typed }, given) {
    refuseNoChanges(given, 'webhooks update');
    const id = await resolveName(context, typed, { of: 'webhooks', verb: 'update' });
    const { name, scope, include, exclude, only, maxItems, ...flags } = given;
    const fields = await formatFields(context, flags);
    const changes = {
      ...fields,
      name,
      scope: await scopeId(context, scope),
      filters: readFilters({ include, exclude }),
      only: only === 'both' ? null : only,
      max_items: maxItems,
    };
    const client = await context.client();
    const webhook = await context.during('Changing the webhook', () =>
      client.updateWebhook(id, changes),
    );
    await context.output.record(webhook, WEBHOOK_VIEW);
    const note = addressNote(flags.url ?? '', fields.url ?? '', webhook.format);
    if (note !== null) await context.notes.note(note);
  },
});
