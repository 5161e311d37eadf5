import { choice, text } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const send = defineVerb({
  name: 'send',
  summary: 'Send a signed sample event to an address',
  description:
    'Sends a signed sample event directly to a receiver and shows the response; no service is involved. Exits with 5 when the receiver rejects it, with 7 when it fails or cannot be reached.',
  options: {
    to: text('URL', 'address of the receiver'),
    secretFile: text('FILE', 'file with the signing secret (its first line)'),
    scheme: choice(['standard', 't-v1'], 'SCHEME', 'signature scheme (default standard)'),
    signatureHeader: text('NAME', 'header of the t-v1 signature (default Feedctl-Signature)'),
  },
  examples: {
    'feedctl webhooks send --to http://127.0.0.1:7411/ --secret-file secret.txt':
      'Test `feedctl webhooks listen`',
    'feedctl webhooks send --to https://example.com/hook --secret-file secret.txt --scheme t-v1':
      'Sign with the other scheme',
  },
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
  },
});
