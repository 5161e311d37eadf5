import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { isLocalName } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import { SERVE_SETTINGS } from '../../resources/operator.js';
import { ServiceError } from '../core/errors.js';
import type { HttpEnv } from './http-deps.js';

/** Addresses to listen on that are no name to be called by. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Ports and 127.0.0.0/8 make more spellings of us than anybody uses. */
const MAX_REMEMBERED = 100;

/**
 * Refuses requests that name another host than ours: a page on the internet whose name is pointed
 * at 127.0.0.1 (DNS rebinding) could otherwise talk to a service on this machine. Ports do not
 * count; loopback is always ours.
 * @param hosts further names, as `feeds.example` or `https://feeds.example:8443/`.
 */
export function hostCheck(hosts: readonly string[]) {
  const allowed = new Set(hosts.filter((host) => !WILDCARDS.has(host)).map(hostName));
  const isOurs = remembering((host) => {
    const name = hostName(host);
    return name !== null && (allowed.has(name) || isLocalName(name));
  });
  return createMiddleware<HttpEnv>(async (context, next) => {
    // A request line with a whole address outranks the header; both must be ours.
    const named = [context.req.header('Host') ?? '', authority(context.req.url)];
    const stranger = named.find((host) => !isOurs(host));
    if (stranger === undefined) return next();
    throw new ServiceError(
      'MISDIRECTED_REQUEST',
      `This service does not answer for the host "${stranger.slice(0, 255)}". Its operator can allow it: feedctl serve --public-url https://HOST, or ${SERVE_SETTINGS.allowedHosts.name}=HOST.`,
    );
  });
}

/**
 * The same test, its yes remembered: a service has few names, each asked for all the time, and
 * taking one apart costs as much as a query. A no is not: strangers may call us anything.
 */
function remembering(isOurs: (host: string) => boolean): (host: string) => boolean {
  const ours = new Set<string>();
  return (host) => {
    if (ours.has(host)) return true;
    if (!isOurs(host)) return false;
    if (ours.size < MAX_REMEMBERED) ours.add(host);
    return true;
  };
}

/** Host and port of a whole address, without reading all of it. */
function authority(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}

/** The name in a Host header, an address or by itself, as the WHATWG writes it, or null. */
export function hostName(host: string): string | null {
  const named = ipaddr.IPv6.isValid(host) ? `[${host}]` : host;
  const address = /^https?:\/\//i.test(named) ? named : `http://${named}`;
  const url = parseUrl(address);
  return url === null || url.hostname === '' ? null : url.hostname.replace(/\.$/, '');
}
