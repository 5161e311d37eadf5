import type { IncomingHttpHeaders } from 'node:http';
import { HOP_BY_HOP } from '../../../../contract/header-names.js';

/** Hop-by-hop headers, and those that each connection sets itself. */
const NOT_FORWARDED = new Set([...HOP_BY_HOP, 'content-length', 'expect', 'host']);

/** The headers to forward: all but the hop-by-hop ones. */
export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_FORWARDED.has(name) || named.includes(name) ? [] : [[name, value]],
    ),
  );
}
