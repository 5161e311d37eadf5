import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.js';
import { forbiddenAddress } from './source-error.js';
import type { Resolver } from './vetted-connector.js';

/** Names under which clouds answer with credentials, in their own networks only. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** RFC 6761, 6762, 8375 and ICANN's reserved `internal`: never names of the public internet. */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/;

/** Stands for every private address: what an operator who allows one of them allows. */
const SOME_PRIVATE_ADDRESS = '10.0.0.1';

/**
 * Vets a host by its name, as far as it resolves here. Behind a proxy that is all that can be done:
 * the proxy resolves the name again, so it must refuse private targets itself. A name that does not
 * resolve here is left to the proxy unless only a private network can know it.
 * @throws SourceError SOURCE_FORBIDDEN
 */
export async function vetByName(
  hostname: string,
  { policy, resolve }: { policy: AddressPolicy; resolve: Resolver },
): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = host.toLowerCase().replace(/\.$/, '');
  if (METADATA_NAMES.has(name)) throw forbiddenAddress(host, 'a cloud metadata address');
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => assumed(name)) : [host];
  for (const address of addresses) {
    const refusal = policy(address);
    if (refusal !== null) throw forbiddenAddress(host, refusal);
  }
}

/** What a name that does not resolve here is taken for. */
function assumed(name: string): string[] {
  return PRIVATE_NAME.test(name) ? [SOME_PRIVATE_ADDRESS] : [];
}
