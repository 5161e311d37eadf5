import type { IncomingHttpHeaders } from 'node:http';

/** RFC 9110, 7.6.1, and what belongs to one connection or is made anew for the next. */
const OF_ONE_HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers a message is passed on with: all but those of the connection it came over. */
export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_ONE_HOP.has(name) || named.includes(name) ? [] : [[name, value]],
    ),
  );
}
