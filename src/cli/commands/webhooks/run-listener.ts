import { runHook } from '../../hooks/run-hook.js';
import { UsageError } from '../../kit/index.js';
import { createOutput } from '../../output/output.js';
import type { Context } from '../../verbs/context.js';
import { EVENT_SAMPLE } from './event-sample.js';
import { checkTarget, post } from './post.js';
import { forwardedHeaders } from './receiver/forwarded-headers.js';
import { type ReceivedEvent, Rejected, startReceiver } from './receiver/start-receiver.js';
import { readSecrets, type Scheme } from './secrets.js';

export interface ListenOptions {
  port: number;
  secretFile: string | undefined;
  scheme: Scheme;
  forwardTo: string | undefined;
  exec: string | undefined;
}

/** Below the 15 s after which senders give up, in milliseconds. */
const FORWARD_TIMEOUT_MS = 10_000;

/** Receives until the command is told to stop; events under way are finished first. */
export async function runListener(context: Context, options: ListenOptions): Promise<void> {
  const { notes, signal } = context;
  const { port, secretFile, scheme, forwardTo, exec } = options;
  const print = printer(context);
  const target = forwardTo === undefined ? undefined : checkTarget('--forward-to', forwardTo);
  const secrets = secretFile === undefined ? null : await readSecrets(secretFile, scheme);
  if (secrets === null) {
    await notes.warn('Without --secret-file nothing is verified: anybody here may send anything.');
  }

  async function take(event: ReceivedEvent): Promise<void> {
    if (target !== undefined) await forward(target, event, signal);
    if (exec !== undefined) await runCommand(exec, event, context);
    await print(event.value);
  }

  const receiver = await startReceiver({
    port,
    secrets,
    scheme,
    take,
    refused: (reason) => notes.warn(reason),
  });
  await notes.note(`Listening on ${receiver.url} - Ctrl-C stops it.`);
  await aborted(signal);
  await receiver.stop();
}

/** A line an event, whatever else was asked for: there is no end at which to close an array. */
function printer({ globals, streams }: Context): (event: object) => Promise<void> {
  const { output = 'table', fields } = globals;
  if (output === 'csv' || output === 'yaml') {
    throw new UsageError(`Events are printed as JSON, a line each, not as ${output}.`);
  }
  const lines = createOutput({
    format: output === 'id' ? 'id' : 'jsonl',
    fields,
    header: false,
    stream: streams.stdout,
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
    const reason = error instanceof Error ? error.message : String(error);
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
