import { isLoopback } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import type { WebSubDeps } from './websub-deps.js';

/** Path of callbacks, below the public address. */
export const CALLBACK_PATH = '/websub/';

/**
 * The public address for callbacks; null if there is none that hubs can use. It must be https,
 * because pushes contain private data, and the secret is sent to the hub.
 */
export async function callbackBase({
  publicAddress,
  allowPrivateNetworks,
}: Pick<WebSubDeps, 'publicAddress' | 'allowPrivateNetworks'>): Promise<string | null> {
  const base = await publicAddress.configured();
  const url = base === null ? null : parseUrl(base);
  if (url === null) return null;
  if (isLoopback(url.hostname)) return allowPrivateNetworks ? base : null;
  return url.protocol === 'https:' ? base : null;
}

/**
 * The address for requests to a hub: http becomes https, because many feeds still have the old
 * address of their hub. Only a hub on this machine is requested over http, if the operator allows
 * it.
 */
export function hubAddress(hub: string, allowPrivateNetworks: boolean): string {
  const url = new URL(hub);
  const isLocal = allowPrivateNetworks && isLoopback(url.hostname);
  if (url.protocol === 'http:' && !isLocal) url.protocol = 'https:';
  return url.href;
}
