import type { CDPSession, Page } from 'playwright-core';
import type { RequestAccess } from '../fetch/index.js';
import type { ProxyTicket } from './proxy/proxy-ticket.js';

/**
 * Adds the headers of a source to the requests of a page for the origin of the source. Redirects
 * are decided one by one: playwright's own overrides would follow them to another origin. Nothing
 * is added any more when a request, or the page itself, has been to another origin.
 */
export async function sendHeaders(
  page: Page,
  session: CDPSession,
  { origin, headers }: RequestAccess,
  proxy: Pick<ProxyTicket, 'username' | 'password'>,
): Promise<void> {
  const strayed = new Set<string>();
  let hasLeft = false;
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, networkId = requestId, request, resourceType, frameId } = paused;
    const isOwn = new URL(request.url).origin === origin;
    if (!isOwn) {
      strayed.add(networkId);
      if (resourceType === 'Document' && frameId === frameTree.frame.id) hasLeft = true;
    }
    const isAllowed = isOwn && !hasLeft && !strayed.has(networkId);
    const changed = isAllowed ? { headers: replacedHeaders(request.headers, headers) } : {};
    // The page may be gone by then.
    session.send('Fetch.continueRequest', { requestId, ...changed }).catch(() => undefined);
  });
  // Chromium asks one of its clients only for the password of the proxy, so this one must know it.
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const { username, password } = proxy;
    const authChallengeResponse =
      authChallenge.source === 'Proxy'
        ? { response: 'ProvideCredentials' as const, username, password }
        : { response: 'Default' as const };
    const answer = { requestId, authChallengeResponse };
    session.send('Fetch.continueWithAuth', answer).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: true });
  page.once('close', () => void session.detach().catch(() => undefined));
}

function replacedHeaders(
  given: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  const kept = Object.entries(given).filter(([name]) => !(name.toLowerCase() in own));
  return [...kept, ...Object.entries(own)].map(([name, value]) => ({ name, value }));
}
