import { duration, text, texts } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { schemeOption, secretFileOption } from './options.js';

export const verify = defineVerb({
  name: 'verify',
  summary: 'Verify the signature of a saved message',
  description:
    'Verifies the signature of a webhook message over its raw bytes: headers from --headers (lines such as `webhook-id: msg_1`) or --header, the body from --body or standard input. Exits with 9 and the reason when it does not match.',
  options: {
    secretFile: secretFileOption,
    scheme: schemeOption,
    headers: text('FILE', 'file with the headers, one per line'),
    header: texts('LINE', 'one header, `name: value`'),
    body: text('FILE', 'file with the body (default: standard input)'),
    tolerance: duration('TIME', 'maximum age of the signature (default 300s)'),
  },
  examples: {
    'feedctl webhooks verify --secret-file secret.txt --headers headers.txt < body.json':
      'Verify a message just received',
    'feedctl webhooks verify --secret-file secret.txt --headers headers.txt --body body.json --tolerance 30d':
      'Verify a message of last week',
  },
  output: { verified: true, scheme: 'standard', signed_at: '2026-01-31T08:30:00.000Z' },
  exitCodes: [9],
  async run(context, _args, options) {
    const { verifyMessage } = await import('./verify-message.js');
    await verifyMessage(context, options);
  },
});
