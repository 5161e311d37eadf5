import { messageOf } from '../../../base/errors.js';
import { isLoopback } from '../../../base/loopback.js';
import { parseUrl } from '../../../base/url.js';
import { runHook } from '../../hooks/run-hook.js';
import { UsageError } from '../../kit/index.js';
import { createOutput } from '../../output/output.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { eventLines } from './event-lines.js';
import { scopeId } from './manage/input-options.js';
import { EVENT_SAMPLE } from './options.js';
import { checkTarget, post } from './post.js';
import { forwardedHeaders } from './receiver/forwarded-headers.js';
import {
  type ReceivedEvent,
  type ReceiverParts,
  Rejected,
  startReceiver,
} from './receiver/start-receiver.js';
import { readSecrets, type Scheme } from './secrets.js';
import { withTemporaryWebhook } from './temporary-webhook.js';

interface ListenOptions {
  port: number;
  secretFile: string | undefined;
  /** Registers a temporary webhook for the listener and uses its secret. */
  create: boolean;
  /** Scope of that webhook; all feeds when undefined. */
  scope: string | undefined;
  scheme: Scheme;
  forwardTo: string | undefined;
  exec: string | undefined;
}

/** Below the 15 s timeout of senders, in milliseconds. */
const FORWARD_TIMEOUT_MS = 10_000;

/** Receives until the command is stopped; events in progress are finished first. */
export async function runListener(context: Context, options: ListenOptions): Promise<void> {
  const { notes, signal } = context;
  const { port, secretFile, create, scope, scheme, forwardTo, exec } = options;
  const print = printer(context);
  const target = forwardTo === undefined ? undefined : checkTarget('--forward-to', forwardTo);

  async function take(event: ReceivedEvent): Promise<void> {
    if (target !== undefined) await forward(target, event, signal);
    if (exec !== undefined) await runCommand(exec, event, context);
    await print(event.value);
  }

  const receive = (secrets: ReceiverParts['secrets']) =>
    startReceiver({ port, secrets, scheme, take, refused: (reason) => notes.warn(reason) });

  if (create) return listenWithWebhook(context, scope, receive);
  const secrets = secretFile === undefined ? null : await readSecrets(context, secretFile, scheme);
  if (secrets === null) {
    await notes.warn(
      'Without --secret-file events are not verified: any program on this machine can send them.',
    );
  }
  const receiver = await receive(secrets);
  await notes.note(`Listening on ${receiver.url} - press Ctrl-C to stop.`);
  await aborted(signal);
  await receiver.stop();
}

/** The service returns the secret only after the address is registered; earlier events wait for it. */
async function listenWithWebhook(
  context: Context,
  typedScope: string | undefined,
  receive: (secrets: ReceiverParts['secrets']) => ReturnType<typeof startReceiver>,
): Promise<void> {
  refuseElsewhere(await context.credentials());
  const client = await context.client({ creates: true, outlivesSignal: true });
  const scope = await scopeId(context, typedScope);
  let giveSecrets: (secrets: readonly string[]) => void = () => {};
  const secrets = new Promise<readonly string[]>((resolve) => {
    giveSecrets = resolve;
  });
  const receiver = await receive(secrets);
  try {
    await withTemporaryWebhook(
      context,
      client,
      { listener: receiver.url, scope },
      async (id, secret) => {
        giveSecrets([secret]);
        await context.notes.note(
          `Listening on ${receiver.url} as webhook ${id} - press Ctrl-C to stop and remove the webhook.`,
        );
        await aborted(context.signal);
      },
    );
  } finally {
    // Without a webhook there is no secret, so waiting events cannot be verified.
    giveSecrets([]);
    await receiver.stop();
  }
}

/** @throws {UsageError} when the service runs on another machine, which cannot reach this one */
function refuseElsewhere(used: Credentials): void {
  if (used.kind === 'embedded') return;
  const url = parseUrl(used.baseUrl);
  if (url === null || isLoopback(url.hostname)) return;
  throw new UsageError(
    `--create registers an address of this machine, which ${url.host} cannot reach.`,
    {
      detail:
        'Point a public https address at this machine (a tunnel or a proxy to port 7411), and register that.',
      hint: 'feedctl webhooks create --url https://PUBLIC-ADDRESS --secret-to secret.txt, then: feedctl webhooks listen --secret-file secret.txt',
    },
  );
}

/**
 * Readable lines on a terminal; elsewhere, and for other formats, one JSON line per event, because
 * an endless array cannot be closed.
 */
function printer({ globals, streams }: Context): (event: object) => Promise<void> {
  const { output, json, fields } = globals;
  if (output === 'csv' || output === 'yaml') {
    throw new UsageError(`Events are printed as JSON Lines, not as ${output}.`);
  }
  const { stdout } = streams;
  const isForPeople = !json && fields === undefined && (output ?? 'table') === 'table';
  if (isForPeople && stdout.isTerminal) {
    return (event) => stdout.write(eventLines(event, new Date()));
  }
  const lines = createOutput({
    format: output === 'id' ? 'id' : 'jsonl',
    fields,
    header: false,
    stream: stdout,
    sample: EVENT_SAMPLE,
  });
  return (event) => lines.record(event, { fields: [] });
}

async function forward(target: URL, event: ReceivedEvent, signal: AbortSignal): Promise<void> {
  const { status } = await post(target, {
    headers: forwardedHeaders(event.headers),
    body: event.body,
    timeoutMs: FORWARD_TIMEOUT_MS,
    signal,
  }).catch((error: unknown) => {
    const reason = messageOf(error);
    throw new Rejected(502, `${event.id} was not forwarded: ${reason}`);
  });
  if (status >= 200 && status < 300) return;
  throw new Rejected(502, `${event.id} was not forwarded: ${target.host} answered HTTP ${status}.`);
}

async function runCommand(command: string, event: ReceivedEvent, context: Context): Promise<void> {
  const problem = await runHook(command, event.value, context);
  if (problem !== undefined) {
    throw new Rejected(500, `${event.id}: the command failed: ${problem}.`);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
