import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.js';
import { forbiddenAddress } from './source-error.js';
import type { Resolver } from './vetted-connector.js';

/**
 * Vets a host as far as it resolves here: behind a proxy there is no socket of ours to look at.
 * @throws SourceError SOURCE_FORBIDDEN
 */
export async function vetByName(
  hostname: string,
  { policy, resolve }: { policy: AddressPolicy; resolve: Resolver },
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  for (const address of addresses) {
    const refusal = policy(address);
    if (refusal !== null) throw forbiddenAddress(host, refusal);
  }
}
