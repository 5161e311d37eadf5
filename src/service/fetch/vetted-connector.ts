import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { forbiddenAddress } from './http-failure.js';

/** Resolves a host name to all its IP addresses; rejects like `dns.lookup` if there are none. */
export type Resolver = (hostname: string) => Promise<string[]>;

/** Resolves names with the operating system and keeps its order. */
export const systemResolver: Resolver = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * A connector that vets the address of the connection itself. Vetting the name beforehand would
 * allow DNS rebinding: a name that is public when it is checked and private when it is used.
 */
export function vettedConnector(options: {
  policy: AddressPolicy;
  resolve: Resolver;
  connectTimeoutMs: number;
}): buildConnector.connector {
  const { policy, resolve, connectTimeoutMs } = options;
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: vettedLookup(resolve, policy),
  } as buildConnector.BuildOptions);

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // The host is vetted here if it is an IP address, because net.connect then never calls lookup.
    const refusal = isIP(host) === 0 ? null : policy(host);
    if (refusal !== null) return callback(forbiddenAddress(host, refusal), null);
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const reached = socket.remoteAddress;
      const late = reached === undefined ? 'gone already' : policy(reached);
      if (late === null) return callback(null, socket);
      socket.destroy();
      callback(forbiddenAddress(host, late), null);
    });
  };
}

/** Resolves a name and returns only the allowed addresses. */
function vettedLookup(resolve: Resolver, policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = addresses
          .filter((address) => policy(address) === null)
          .map((address) => ({ address, family: isIP(address) }));
        const first = allowed[0];
        if (first === undefined) callback(noneAllowed(hostname, addresses, policy), '', 0);
        else if (options.all === true) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

function noneAllowed(
  hostname: string,
  addresses: readonly string[],
  policy: AddressPolicy,
): NodeJS.ErrnoException {
  const address = addresses[0];
  if (address !== undefined) return forbiddenAddress(hostname, policy(address) ?? 'refused');
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}

/** Names of metadata services, which answer with credentials within their clouds. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/**
 * Names that never exist on the public internet (RFC 6761, 6762, 8375 and ICANN's reserved
 * `internal`).
 */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/;

/** A representative of all private addresses, which an operator allows together. */
const SOME_PRIVATE_ADDRESS = '10.0.0.1';

/**
 * Vets a host by its name, as far as it resolves here. Behind a proxy nothing more is possible: the
 * proxy resolves the name again, so it must refuse private targets itself. A name that does not
 * resolve here is left to the proxy, unless only a private network can have it. @throws SourceError
 * SOURCE_FORBIDDEN
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

/** The addresses that are assumed for a name that does not resolve here. */
function assumed(name: string): string[] {
  return PRIVATE_NAME.test(name) ? [SOME_PRIVATE_ADDRESS] : [];
}
