import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { ServiceError } from '../errors.js';
import type { HttpEnv } from './http-deps.js';

/** Addresses to listen on that are no name to be called by. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Refuses requests that name another host than ours: a page on the internet whose name is pointed
 * at 127.0.0.1 (DNS rebinding) could otherwise talk to a service on this machine. Ports do not
 * count; loopback is always ours.
 * @param hosts further names, as `feeds.example` or `https://feeds.example:8443/`.
 */
export function hostCheck(hosts: readonly string[]) {
  const allowed = new Set(hosts.filter((host) => !WILDCARDS.has(host)).map(hostName));
  const isOurs = (host: string | null) =>
    host !== null && (allowed.has(host) || isLoopbackName(host));
  return createMiddleware<HttpEnv>(async (context, next) => {
    // A request line with a whole address outranks the header; both must be ours.
    const named = [context.req.header('Host') ?? '', new URL(context.req.url).host];
    const stranger = named.find((host) => !isOurs(hostName(host)));
    if (stranger === undefined) return next();
    throw new ServiceError(
      'MISDIRECTED_REQUEST',
      `This service does not answer for the host "${stranger.slice(0, 255)}". Its operator can allow it: feedctl serve --public-url https://HOST, or FEEDCTL_ALLOWED_HOSTS=HOST.`,
    );
  });
}

/** True for names and addresses that only ever mean the machine itself. */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** The name in a Host header, an address or by itself, as the WHATWG writes it, or null. */
function hostName(host: string): string | null {
  const named = ipaddr.IPv6.isValid(host) ? `[${host}]` : host;
  const address = /^https?:\/\//i.test(named) ? named : `http://${named}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.hostname === '' ? null : url.hostname.replace(/\.$/, '');
}
