import { randomBytes } from 'node:crypto';
import { sampleEvent } from '../../../contract/events.js';
import { VERSION } from '../../../contract/version.js';
import { signTv1, standardHeaders } from '../../../contract/webhook-signature.js';
import { CliError, choice, required, text, UsageError } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';
import { checkTarget, post } from './post.js';
import { readSecrets } from './secrets.js';

const VIEW: RecordView = {
  fields: columns('id url status duration_ms response'),
};

/** The usual timeout of senders, in milliseconds. */
const TIMEOUT_MS = 15_000;

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

export const send = defineVerb({
  name: 'send',
  summary: 'Send a signed sample event to an address',
  description:
    'Sends a signed sample event directly to a receiver and shows the response; no service is involved. Exits with 5 when the receiver rejects it, with 7 when it fails or cannot be reached.',
  options: {
    to: required(text('URL', 'address of the receiver'), {
      what: 'pass the address of the receiver',
    }),
    secretFile: required(text('FILE', 'file with the signing secret (its first line)'), {
      what: 'it holds the secret that signs the event',
      hint: `To create one: node -p '"whsec_" + crypto.randomBytes(32).toString("base64")' > secret.txt`,
    }),
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
    const { to, secretFile, scheme = 'standard', signatureHeader = 'Feedctl-Signature' } = options;
    if (!HEADER_NAME.test(signatureHeader)) {
      throw new UsageError(
        `--signature-header takes the name of a header, not "${signatureHeader}".`,
      );
    }
    const url = checkTarget('--to', to);
    const [secret = ''] = await readSecrets(context, secretFile, scheme);
    const id = `evt_${randomBytes(16).toString('hex')}`;
    const body = JSON.stringify(sampleEvent(id));
    const timestamp = Math.floor(Date.now() / 1000);
    const signature =
      scheme === 'standard'
        ? standardHeaders([secret], { id, timestamp, body })
        : { [signatureHeader]: signTv1(secret, timestamp, body) };
    const headers = {
      'content-type': 'application/json',
      'user-agent': `feedctl/${VERSION} (webhooks)`,
      ...signature,
    };
    const { signal, globals } = context;
    const timeoutMs = globals.timeout ?? TIMEOUT_MS;
    const started = performance.now();
    const { status, text: response } = await context.during(`Sending to ${url.host}`, () =>
      post(url, { headers, body, timeoutMs, signal }),
    );
    const duration_ms = Math.round(performance.now() - started);
    await context.output.record({ id, url: url.href, status, duration_ms, response }, VIEW);
    if (status >= 200 && status < 300) return undefined;
    throw new CliError(`The receiver rejected the event with HTTP ${status}.`, {
      exitCode: status >= 500 ? 7 : 5,
      code: 'NOT_DELIVERED',
      ...(status === 401 && { hint: 'Check that the receiver has the same secret.' }),
    });
  },
});
