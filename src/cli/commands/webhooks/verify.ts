import { duration, text, texts } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { schemeOption, secretFileOption } from './options.js';

export const verify = defineVerb({
  name: 'verify',
  summary: 'Check the signature of a message that was kept',
  description:
    'Checks the signature of a webhook message over its raw bytes: its headers from --headers (lines such as `webhook-id: msg_1`) or --header, its body from --body or standard input. Ends with 9 when it does not fit, and says why.',
  options: {
    secretFile: secretFileOption,
    scheme: schemeOption,
    headers: text('FILE', 'file with the headers, a line each'),
    header: texts('LINE', 'one header, `name: value`'),
    body: text('FILE', 'file with the body (default: standard input)'),
    tolerance: duration('TIME', 'how long ago it may have been signed (default 300s)'),
  },
  examples: [
    [
      'feedctl webhooks verify --secret-file secret.txt --headers headers.txt < body.json',
      'A message just received',
    ],
    [
      'feedctl webhooks verify --secret-file secret.txt --headers headers.txt --body body.json --tolerance 30d',
      'One of last week',
    ],
  ],
  output: { verified: true, scheme: 'standard', signed_at: '2026-01-31T08:30:00.000Z' },
  exitCodes: [9],
  async run(context, _args, options) {
    const { verifyMessage } = await import('./verify-message.js');
    await verifyMessage(context, options);
    return undefined;
  },
});
