import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { HttpEnv } from './http-deps.js';

/**
 * Where a request comes from: what the trusted proxy says, else the peer of the connection; "" within
 * the process.
 */
export function clientAddressOf(context: Context<HttpEnv>): string {
  const forwarded = context.get('clientAddress');
  if (forwarded !== undefined) return forwarded;
  const env: object = context.env ?? {};
  return 'incoming' in env ? (getConnInfo(context).remote.address ?? '') : '';
}
