import { once } from 'node:events';
import { messageOf } from '../../../base/errors.js';
import { isLoopback } from '../../../base/loopback.js';
import { parseUrl } from '../../../base/url.js';
import { runHook } from '../../hooks/run-hook.js';
import { flag, type OptionValues, text, UsageError, wholeNumber } from '../../kit/index.js';
import { createOutput } from '../../output/output.js';
import type { Credentials } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { eventLines } from './event-lines.js';
import { scopeId } from './manage/input-options.js';
import { EVENT_SAMPLE, schemeOption, secretFileOption } from './options.js';
import { checkTarget, post } from './post.js';
import { forwardedHeaders } from './receiver/forwarded-headers.js';
import {
  type ReceivedEvent,
  type ReceiverParts,
  Rejected,
  startReceiver,
} from './receiver/start-receiver.js';
import { readSecrets } from './secrets.js';
import { withTemporaryWebhook } from './temporary-webhook.js';

const options = {
  port: wholeNumber('N', 'port to listen on (default 7411; 0 for any free one)', { max: 65_535 }),
  secretFile: secretFileOption,
  create: flag('register a temporary webhook with the service'),
  scope: text('SCOPE', 'with --create: all (default), or the id or title of a feed or bundle'),
  scheme: schemeOption,
  forwardTo: text('URL', 'forward each event to this address'),
  exec: text('CMD', 'shell command to run for each event'),
};

export const listen = defineVerb({
  name: 'listen',
  summary: 'Receive webhook events on this machine',
  description: `
    Receives webhook events on loopback, verifies their signatures, and prints each event once:
    readable lines on a terminal, otherwise one JSON line per event. --create registers a temporary
    webhook with the service in use, which must run on this machine, and removes it at the end; with
    a key of the owner account this needs no setting.

    --forward-to forwards events with their headers; --exec runs a command that gets the event on
    standard input, but no credentials of feedctl. The response is 2xx only after that succeeded;
    otherwise the sender retries. Without --secret-file or --create, unsigned events are accepted
    and --exec is refused.
  `,
  options,
  suggestFlag: (port) => ['--port', port],
  examples: {
    'feedctl webhooks listen --create': 'Print the events of your feeds as they arrive',
    'feedctl webhooks listen --secret-file secret.txt': 'Print verified events',
    'feedctl webhooks listen --secret-file secret.txt --forward-to http://127.0.0.1:3000/hook':
      'Test your own receiver',
    "feedctl webhooks listen --secret-file secret.txt --exec 'jq -r .feed.title | xargs -0 notify-send'":
      'Run a command for each event',
  },
  output: EVENT_SAMPLE,
  requires: { scope: 'create' },
  exitCodes: [1, 3, 4, 5, 6, 7, 130, 143],
  async run(context, _args, given) {
    const { secretFile, create, exec } = given;
    if (create && secretFile !== undefined) {
      throw new UsageError('--create and --secret-file cannot be combined.', {
        hint: 'With --create the service creates the secret.',
      });
    }
    if (exec !== undefined && secretFile === undefined && !create) {
      throw new UsageError(
        '--exec requires a secret: without one, any local program could trigger the command.',
        {
          hint: 'Pass --secret-file with the secret of the webhook, or --create.',
        },
      );
    }
    await runListener(context, given);
  },
});

/** Timeout of forwarding in milliseconds, below the 15 s of senders. */
const FORWARD_TIMEOUT_MS = 10_000;

/** Receives until the command is stopped; events in progress are finished first. */
async function runListener(context: Context, given: OptionValues<typeof options>): Promise<void> {
  const { notes, signal } = context;
  const { port = 7411, secretFile, create, scope, scheme = 'auto', forwardTo, exec } = given;
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
  if (!signal.aborted) await once(signal, 'abort');
  await receiver.stop();
}

/**
 * Registers the address first, because only then the service returns the secret; earlier events
 * wait for it.
 */
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
        if (!context.signal.aborted) await once(context.signal, 'abort');
      },
    );
  } finally {
    // Without a webhook there is no secret, so waiting events are rejected.
    giveSecrets([]);
    await receiver.stop();
  }
}

/** @throws {UsageError} if the service runs on another machine, which cannot reach this one */
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
