import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import { ServiceError } from '../core/errors.js';
import type { HttpEnv, RequestHead } from './http-deps.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/**
 * Accepts requests that a trusted proxy received over HTTPS, and requests of this machine without a
 * proxy. Requests that bypass the proxy are rejected.
 * @param cidrs addresses or networks of the proxies, such as `10.0.0.0/8`
 * @throws ServiceError INVALID_FIELD for an invalid network
 */
export function proxyCheck(cidrs: readonly string[]) {
  const networks = cidrs.map(parseNetwork);
  const isProxy = (address: Address) => networks.some((network) => contains(network, address));
  return createMiddleware<HttpEnv>(async (context, next) => {
    const peer = parseAddress(getConnInfo(context).remote.address);
    const isLocal = peer?.range() === 'loopback';
    if (peer !== null && isProxy(peer)) {
      requireHttps(context.req.header('X-Forwarded-Proto'));
      context.set(
        'clientAddress',
        forwardedFor(context.req.header('X-Forwarded-For'), peer, isProxy),
      );
    } else if (!isLocal) throw notTheProxy();
    return next();
  });
}

/** The networks that contain every address, with which any client could act as the proxy. */
export function boundlessNetworks(cidrs: readonly string[]): string[] {
  return cidrs.filter((cidr) => parseNetwork(cidr)[1] === 0);
}

/**
 * The client's address: the last one in X-Forwarded-For that is not a proxy. Earlier ones were sent
 * by the client and may be forged.
 */
function forwardedFor(
  header: string | undefined,
  peer: Address,
  isProxy: (address: Address) => boolean,
): string {
  let client = peer;
  for (const word of (header ?? '').split(',').reverse()) {
    const address = parseAddress(word.trim());
    if (address === null) break;
    client = address;
    if (!isProxy(address)) break;
  }
  return client.toString();
}

/**
 * Requires HTTPS in the value of every proxy on the way: the key must have been encrypted on every
 * hop.
 */
function requireHttps(forwardedProto: string | undefined): void {
  const protocols = (forwardedProto ?? '').split(',').map((word) => word.trim().toLowerCase());
  if (protocols.every((protocol) => protocol === 'https')) return;
  throw new ServiceError(
    'INSECURE_REQUEST',
    forwardedProto === undefined
      ? 'The proxy in front of this service does not say that the request came over HTTPS. Make it send: X-Forwarded-Proto: https'
      : 'This request did not come over HTTPS. Use the https:// address of this service.',
  );
}

function notTheProxy(): ServiceError {
  return new ServiceError(
    'INSECURE_REQUEST',
    'This request came past the proxy. Use the https:// address of this service; its operator names the proxies with --behind-proxy.',
  );
}

function parseNetwork(cidr: string): Network {
  if (ipaddr.isValidCIDR(cidr)) return ipaddr.parseCIDR(cidr);
  const address = parseAddress(cidr);
  if (address !== null) return [address, address.kind() === 'ipv4' ? 32 : 128];
  throw new ServiceError(
    'INVALID_FIELD',
    `"${cidr}" (--behind-proxy) is no address or network. It looks like 10.0.0.0/8 or 127.0.0.1.`,
  );
}

/** On a dual-stack socket IPv4 peers appear as `::ffff:10.0.0.1`. */
function parseAddress(address: string | undefined): Address | null {
  return address !== undefined && ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

/** Headers that show that a proxy forwards a request of another machine. */
const PROXY_HEADERS = ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'];

/**
 * True if a request comes from this machine: from this process, or over loopback without a proxy.
 * @param clientAddress see `clientAddressOf`
 */
export function isOnThisMachine(request: RequestHead, clientAddress: string): boolean {
  if (clientAddress === '') return true;
  return (
    parseAddress(clientAddress)?.range() === 'loopback' &&
    PROXY_HEADERS.every((name) => request.header(name) === undefined) &&
    isLoopback(parseUrl(`http://${request.header('Host')}`)?.hostname ?? '')
  );
}

/**
 * The client's address: from the trusted proxy, otherwise the peer of the connection; "" within the
 * process.
 */
export function clientAddressOf(context: Context<HttpEnv>): string {
  const forwarded = context.get('clientAddress');
  if (forwarded !== undefined) return forwarded;
  const env: object = context.env ?? {};
  return 'incoming' in env ? (getConnInfo(context).remote.address ?? '') : '';
}
