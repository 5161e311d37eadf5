import { randomBytes } from 'node:crypto';
import { sampleEvent } from '../../../contract/events.js';
import { VERSION } from '../../../contract/version.js';
import { signTv1, standardHeaders } from '../../../contract/webhook-signature.js';
import { CliError, UsageError } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { checkTarget, post } from './post.js';
import { readSecrets } from './secrets.js';

const VIEW: RecordView = {
  fields: columns('id url status duration_ms response'),
};

/** The usual timeout of senders, in milliseconds. */
const TIMEOUT_MS = 15_000;

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

interface SendOptions {
  to: string | undefined;
  secretFile: string | undefined;
  scheme: 'standard' | 't-v1' | undefined;
  signatureHeader: string | undefined;
}

/** Sends the sample and prints the response. @throws {CliError} when the status is not 2xx */
export async function sendSample(context: Context, options: SendOptions): Promise<void> {
  const { to, secretFile, scheme = 'standard', signatureHeader = 'Feedctl-Signature' } = options;
  if (to === undefined) throw new UsageError('--to is missing: pass the address of the receiver.');
  if (secretFile === undefined) throw noSecret();
  if (!HEADER_NAME.test(signatureHeader)) {
    throw new UsageError(
      `--signature-header takes the name of a header, not "${signatureHeader}".`,
    );
  }
  const url = checkTarget('--to', to);
  const [secret = ''] = await readSecrets(secretFile, scheme);
  const id = `evt_${randomBytes(16).toString('hex')}`;
  const body = JSON.stringify(sampleEvent(id));
  const timestamp = Math.floor(Date.now() / 1000);
  const signature =
    scheme === 'standard'
      ? standardHeaders([secret], { id, timestamp, body })
      : { [signatureHeader]: signTv1(secret, timestamp, body) };
  const { signal, globals } = context;
  const started = performance.now();
  const { status, text } = await context.during(`Sending to ${url.host}`, () =>
    post(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': `feedctl/${VERSION} (webhooks)`,
        ...signature,
      },
      body,
      timeoutMs: globals.timeout ?? TIMEOUT_MS,
      signal,
    }),
  );
  const duration_ms = Math.round(performance.now() - started);
  await context.output.record({ id, url: url.href, status, duration_ms, response: text }, VIEW);
  if (status >= 200 && status < 300) return;
  throw new CliError(`The receiver rejected the event with HTTP ${status}.`, {
    exitCode: status >= 500 ? 7 : 5,
    code: 'NOT_DELIVERED',
    ...(status === 401 && { hint: 'Check that the receiver has the same secret.' }),
  });
}

function noSecret(): UsageError {
  return new UsageError('--secret-file is missing: it holds the secret that signs the event.', {
    hint: `To create one: node -p '"whsec_" + crypto.randomBytes(32).toString("base64")' > secret.txt`,
  });
}
