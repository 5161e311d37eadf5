import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { isLocalName } from '../../base/loopback.js';
import { parseUrl } from '../../base/url.js';
import { SERVE_SETTINGS } from '../../resources/operator.js';
import { ServiceError } from '../core/errors.js';
import type { HttpEnv } from './http-deps.js';

/** Addresses to listen on that are no names of a host. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Maximum number of remembered names: with ports and 127.0.0.0/8 there could be any number. */
const MAX_REMEMBERED = 100;

/**
 * Refuses requests for another host: otherwise a page on the internet whose name resolves to
 * 127.0.0.1 (DNS rebinding) could talk to a service on this machine. Ports are ignored; loopback is
 * always accepted. @param hosts further names, as `feeds.example` or `https://feeds.example:8443/`
 */
export function hostCheck(hosts: readonly string[]) {
  const allowed = new Set(hosts.filter((host) => !WILDCARDS.has(host)).map(hostName));
  const isOurs = remembering((host) => {
    const name = hostName(host);
    return name !== null && (allowed.has(name) || isLocalName(name));
  });
  return createMiddleware<HttpEnv>(async (context, next) => {
    // Checks both the header and the address in the request line, which takes precedence.
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
 * The same test with a cache of accepted names: a service has few, and parsing one costs as much as
 * a query. Refused names are not cached, because strangers can send any number.
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

/** Host and port of a full address, without parsing all of it. */
function authority(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}

/**
 * The host name in a Host header, in an address, or alone, in the form of the URL standard; or
 * null.
 */
export function hostName(host: string): string | null {
  const named = ipaddr.IPv6.isValid(host) ? `[${host}]` : host;
  const address = /^https?:\/\//i.test(named) ? named : `http://${named}`;
  const url = parseUrl(address);
  return url === null || url.hostname === '' ? null : url.hostname.replace(/\.$/, '');
}
