import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../../core/errors.js';
import type { PublicAddress } from '../../../instances/public-address.js';
import type { PageEnv } from './page-env.js';

/**
 * Refuses what another site makes a browser send, before the form's own token is looked at.
 * `Sec-Fetch-Site` is the browser's word. Where there is none, `Origin` must be us: under the host
 * that was asked for, or under the public address when a proxy asks for another one.
 */
export function sameOriginOnly(publicAddress: PublicAddress) {
  return createMiddleware<PageEnv>(async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return next();
    const site = context.req.header('Sec-Fetch-Site');
    const origin = context.req.header('Origin');
    const isOurs =
      site === undefined
        ? (await ourHosts(context.req.url, publicAddress)).has(hostOf(origin ?? ''))
        : site === 'same-origin';
    if (!isOurs) throw crossOrigin();
    return next();
  });
}

async function ourHosts(url: string, publicAddress: PublicAddress): Promise<Set<string | null>> {
  return new Set([new URL(url).host, new URL(await publicAddress.base()).host]);
}

/** Host and port, or null of an opaque origin. */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

function crossOrigin(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This form was sent from another site, so it was not carried out. Go back to the dashboard and send it from there.',
  );
}
