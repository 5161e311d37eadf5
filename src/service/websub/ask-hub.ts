import { ServiceError } from '../core/errors.js';
import { oneLine } from '../publish/text.js';
import { hubAddress } from './callback-address.js';
import { WANTED_LEASE_SECONDS } from './lease.js';
import type { Subscription } from './subscription.js';
import type { WebSubDeps } from './websub-deps.js';

/** Timeout of a request to a hub, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Maximum number of redirects. */
const MAX_REDIRECTS = 2;

/** Bytes of an answer that are read, to report a refusal. */
const EXCERPT_BYTES = 500;

export interface HubRequest {
  mode: 'subscribe' | 'unsubscribe';
  hub: string;
  callback: string;
}

/**
 * Sends a request to subscribe or unsubscribe (WebSub section 5.1). @returns null if the hub
 * accepted it, otherwise the reason of the refusal
 */
export async function askHub(
  deps: WebSubDeps,
  { topic, secret }: Pick<Subscription, 'topic' | 'secret'>,
  { mode, hub, callback }: HubRequest,
): Promise<string | null> {
  const form = new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': topic,
    'hub.callback': callback,
    ...(mode === 'subscribe' && {
      'hub.lease_seconds': String(WANTED_LEASE_SECONDS),
      'hub.secret': secret,
    }),
  });
  try {
    return await post(deps, hubAddress(hub, deps.allowPrivateNetworks), form.toString());
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    deps.logger.error({ hub, err: error }, 'a request to a hub failed unexpectedly');
    return 'The hub could not be asked because of an internal error of feedctl.';
  }
}

async function post(deps: WebSubDeps, hub: string, body: string): Promise<string | null> {
  const fetcher = await deps.hubFetcher();
  let address = hub;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await fetcher.fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      anyStatus: true,
      maxRedirects: 0,
      timeoutMs: TIMEOUT_MS,
      excerptBytes: EXCERPT_BYTES,
    });
    const { status, headers } = answer;
    if (status >= 200 && status < 300) return null;
    // Only 307 and 308 are followed (WebSub section 5.2); others would change the request to GET.
    const isRedirect = (status === 307 || status === 308) && headers.location !== undefined;
    if (!isRedirect) return hubRefusal(address, status, answer.body.bytes.toString('utf8'));
    address = hubAddress(new URL(headers.location ?? '', address).href, deps.allowPrivateNetworks);
  }
  return `The hub ${new URL(hub).host} redirects more than ${MAX_REDIRECTS} times.`;
}

function hubRefusal(address: string, status: number, body: string): string {
  const said = oneLine(body.replace(/<[^<>]*>/g, ' ')).slice(0, 200);
  return `The hub ${new URL(address).host} answered HTTP ${status}${said === '' ? '.' : `: ${said}`}`;
}
