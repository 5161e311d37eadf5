import type { IncomingHttpHeaders } from 'node:http';

/** RFC 9110, section 7.6.1: these concern one connection and are not passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Answered by Node itself; undici refuses to send it.
  'expect',
]);

/** The headers of a message that go on to the other side. */
export function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = tokens(headers.connection);
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name)) passed[name] = value;
  }
  return passed;
}

/** The header names that `Connection` declares hop-by-hop for this message. */
function tokens(connection: string | string[] | undefined): Set<string> {
  const listed = [connection ?? []].flat().join(',');
  return new Set(listed.split(',').map((token) => token.trim().toLowerCase()));
}
