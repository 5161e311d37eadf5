import { isLoopback } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import type { WebSubDeps } from './websub-deps.js';

/** Path of callbacks, below the public address. */
export const CALLBACK_PATH = '/websub/';

/**
 * The public address under which hubs can call; null without a usable one. Pushes hold what the
 * subscription is for, and its secret is sent to the hub, so both ways are https.
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
 * The address that a hub is asked at: http becomes https, because many feeds still name the old
 * address of their hub. Only a hub on this machine is asked over http, where the operator allows it.
 */
export function hubAddress(hub: string, allowPrivateNetworks: boolean): string {
  const url = new URL(hub);
  const isLocal = allowPrivateNetworks && isLoopback(url.hostname);
  if (url.protocol === 'http:' && !isLocal) url.protocol = 'https:';
  return url.href;
}
