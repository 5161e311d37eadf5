import { choice, text } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const send = defineVerb({
  name: 'send',
  summary: 'Send a signed sample event to an address',
  description:
    'Sends a signed sample event to a receiver and shows the answer; no service takes part. Ends with 5 when the receiver turns it down, with 7 when it fails or cannot be reached.',
  options: {
    to: text('URL', 'address of the receiver'),
    secretFile: text('FILE', 'file with the secret to sign with; of several lines, the first'),
    scheme: choice(['standard', 't-v1'], 'SCHEME', 'how to sign (default standard)'),
    signatureHeader: text('NAME', 'header of the t-v1 signature (default Feedctl-Signature)'),
  },
  examples: [
    [
      'feedctl webhooks send --to http://127.0.0.1:7411/ --secret-file secret.txt',
      'Try out `feedctl webhooks listen`',
    ],
    [
      'feedctl webhooks send --to https://example.com/hook --secret-file secret.txt --scheme t-v1',
      'A receiver of the other scheme',
    ],
  ],
  output: {
    id: 'evt_a1B2c3D4e5F6g7H8i9J0k1',
    url: 'http://127.0.0.1:7411/',
    status: 204,
    duration_ms: 12,
    response: '',
  },
  exitCodes: [5, 7],
  async run(context, _args, options) {
    const { sendSample } = await import('./send-sample.js');
    await sendSample(context, options);
    return undefined;
  },
});
