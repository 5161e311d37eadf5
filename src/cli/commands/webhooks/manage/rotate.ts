import { one } from '../../../kit/index.js';
import type { RecordView } from '../../../output/view.js';
import { defineVerb } from '../../../verbs/verb.js';
import { printWithSecret, secretToOption } from './secret-file.js';
import { WEBHOOK_SECRET_SAMPLE, WEBHOOK_SECRET_VIEW } from './webhook-view.js';

const VIEW: RecordView = {
  fields: [
    ...WEBHOOK_SECRET_VIEW.fields,
    { field: 'previous_secret_until', heading: 'old secret until', kind: 'time' },
  ],
};

export const rotate = defineVerb({
  name: 'rotate',
  summary: 'Rotate the secret of a webhook',
  description:
    'Creates a new secret, which is shown only once. For 24 hours deliveries are signed with the new and the old secret, so that the receiver can switch without losing any.',
  arguments: { id: one('ID', 'the webhook, wh_…') },
  options: { secretTo: secretToOption },
  examples: {
    'feedctl webhooks rotate wh_a1B2c3D4e5F6g7H8 --secret-to new.txt':
      'Write the new secret to a file',
    'feedctl webhooks rotate wh_a1B2c3D4e5F6g7H8 --json | jq -r .secret >> secret.txt':
      'Add it to the file of a receiver that accepts both',
  },
  output: { ...WEBHOOK_SECRET_SAMPLE, previous_secret_until: '2026-02-01T08:30:00.000Z' },
  exitCodes: [1, 3, 4, 5, 6, 7],
  async run(context, { id }, { secretTo }) {
    const client = await context.client();
    await printWithSecret(context, { file: secretTo, view: VIEW }, () =>
      context.during('Replacing the secret', () => client.rotateWebhookSecret(id)),
    );
  },
});
