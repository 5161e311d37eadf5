import type { CDPSession, Page } from 'playwright-core';
import type { RequestAccess } from '../fetch/index.js';
import type { ProxyTicket } from './proxy/proxy-ticket.js';

/**
 * Adds the headers of a source to a page's requests to the origin of the source. Redirects are
 * decided one by one, because playwright's own override would send the headers to another origin.
 * Nothing is added after a request, or the page itself, has been to another origin.
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
    // Fails if the page is gone, which is ignored.
    session.send('Fetch.continueRequest', { requestId, ...changed }).catch(() => undefined);
  });
  // Chromium asks only one of its clients for the password of the proxy, so this client must know
  // it.
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
