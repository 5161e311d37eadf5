import { isLoopback } from '../../base/loopback.js';
import { ServiceError } from '../core/errors.js';
import { hostName } from './hosts.js';

export interface ListenAddress {
  host: string;
  port: number;
}

/** Settings that make it safe to listen beyond this machine. */
export interface Transport {
  tls?: unknown;
  behindProxy?: readonly string[];
}

/**
 * Requires HTTPS, as docs/api.md does for all requests, except on this machine.
 * @throws ServiceError INVALID_FIELD with the flags to pass
 */
export function requireSecureTransport({ host }: ListenAddress, transport: Transport): void {
  if (isLoopback(hostName(host) ?? host)) return;
  if (transport.tls !== undefined || transport.behindProxy !== undefined) return;
  throw new ServiceError(
    'INVALID_FIELD',
    `Listening on ${host} without HTTPS would show API keys to the network. Pass --tls-cert FILE --tls-key FILE, or --behind-proxy CIDR with the addresses of the proxy that speaks HTTPS for it; or leave --host out to serve this machine alone.`,
  );
}

/** The error for a failure to listen, with what to do. */
export function explainListenError(error: unknown, { host, port }: ListenAddress): Error {
  const message = reason(error, host, port);
  return message === undefined && error instanceof Error
    ? error
    : new ServiceError('INVALID_FIELD', message ?? String(error), { cause: error });
}

function reason(error: unknown, host: string, port: number): string | undefined {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken, perhaps by another feedctl serve. Stop that one, or choose another port: feedctl serve --port ${port + 1 > 65535 ? 0 : port + 1}`;
    case 'EACCES':
      return `Port ${port} of ${host} needs rights that this process lacks. Choose one above 1023: feedctl serve --port 7410`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine. Pass one that is, or leave --host out: feedctl serve --port ${port}`;
    default:
      return undefined;
  }
}

/** The address for clients on this machine of a server that listens on `host`. */
export function listenUrl(scheme: 'http' | 'https', { host, port }: ListenAddress): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
