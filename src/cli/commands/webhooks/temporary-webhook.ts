import { randomBytes } from 'node:crypto';
import { messageOf } from '../../../base/errors.js';
import type { FeedClient } from '../../../client/client.js';
import { ApiError, NetworkError } from '../../../client/errors.js';
import type { CreateWebhookBody, WebhookWithSecret } from '../../../client/index.js';
import type { Context } from '../../verbs/context.js';

/** Timeout for removing the webhook when the command stops, in milliseconds. */
const REMOVAL_TIMEOUT_MS = 5000;

/** After a crash of the command its address is used for so long. */
const LISTEN_SECONDS = 120;

interface TemporaryWebhook {
  /** Address of the local listener. */
  listener: string;
  /** `all`, or the id of a feed or a bundle; all when undefined. */
  scope: string | undefined;
}

/**
 * Registers a webhook with the service and removes it when `work` ends, also after a failure.
 *
 * @param client must keep working after the command was told to stop
 * @param work receives the id of the webhook and its secret
 */
export async function withTemporaryWebhook(
  context: Context,
  client: FeedClient,
  { listener, scope }: TemporaryWebhook,
  work: (id: string, secret: string) => Promise<void>,
): Promise<void> {
  // A unique address identifies the webhook when the response to its creation was lost.
  const url = `${listener}temporary-${randomBytes(8).toString('hex')}`;
  const { signal } = context;
  const { id, secret } = await context
    .during('Registering a webhook', () => register(client, { url, scope }, signal))
    .catch(async (error: unknown) => {
      const mayExist = signal.aborted || error instanceof NetworkError;
      if (mayExist) await remove(context, client, url, (ending) => findId(client, url, ending));
      throw error;
    });
  const renewal = setInterval(() => {
    // The next renewal makes up for a failed one.
    client.updateWebhook(id, { listen_seconds: LISTEN_SECONDS }).catch(() => {});
  }, LISTEN_SECONDS * 250);
  renewal.unref();
  try {
    await work(id, secret);
  } finally {
    clearInterval(renewal);
    await remove(context, client, url, async () => id);
  }
}

/**
 * The owner's command may name an address of this machine for as long as it listens. Without that
 * right the operator must have allowed private networks.
 */
async function register(
  client: FeedClient,
  body: CreateWebhookBody,
  signal: AbortSignal,
): Promise<WebhookWithSecret> {
  try {
    return await client.createWebhook({ ...body, listen_seconds: LISTEN_SECONDS }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    return client.createWebhook(body, { signal });
  }
}

/** A failed removal is only a warning, so that it does not hide the error that ended the command. */
async function remove(
  { notes }: Context,
  client: FeedClient,
  url: string,
  find: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<void> {
  const signal = AbortSignal.timeout(REMOVAL_TIMEOUT_MS);
  let id: string | undefined;
  try {
    id = await find(signal);
    if (id !== undefined) await client.deleteWebhook(id, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'WEBHOOK_NOT_FOUND') return;
    const reason = messageOf(error);
    await notes.warn(
      `The temporary webhook for ${url} was not removed: ${reason} To remove it: feedctl webhooks delete ${id ?? 'ID'}`,
    );
  }
}

async function findId(
  client: FeedClient,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for await (const webhook of client.webhooks({ signal })) {
    if (webhook.url === url) return webhook.id;
  }
  return undefined;
}
