import { isUrl, parseUrl } from '../../../base/url.js';
import { NetworkError } from '../../../client/errors.js';
import { toNetworkError } from '../../../client/network-error.js';
import type { Transport, WireResponse } from '../../../client/transport.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import type { Problem } from './feed-checks.js';
import { hasNotice } from './notice.js';

const MAX_REDIRECTS = 3;

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.1';

/** Fetches published addresses like a feed reader: without credentials. */
export class Prober {
  readonly #transports = new Map<string, Transport>();

  constructor(
    private readonly timeoutMs: number,
    private readonly signal: AbortSignal,
  ) {}

  /** The problem of a published address; undefined when it returns a feed. */
  async probe(address: string): Promise<Problem | undefined> {
    if (!isWebAddress(address)) {
      return { check: 'unpublished', detail: `It has no published address: "${address}"` };
    }
    try {
      return judge(address, await this.#get(new URL(address), MAX_REDIRECTS));
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof NetworkError)) throw error;
      return { check: 'unpublished', detail: `${address}: ${error.message}` };
    }
  }

  async close(): Promise<void> {
    for (const transport of this.#transports.values()) await transport.close();
  }

  async #get(url: URL, redirects: number): Promise<WireResponse> {
    const answer = await this.#send(url);
    const location = answer.headers.location ?? '';
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.status);
    if (!isRedirect || redirects === 0 || !isUrl(location, url.href)) return answer;
    const next = new URL(location, url);
    return isWebAddress(next.href) ? this.#get(next, redirects - 1) : answer;
  }

  async #send(url: URL): Promise<WireResponse> {
    const transport = this.#transports.get(url.origin) ?? undiciTransport(url);
    this.#transports.set(url.origin, transport);
    const limit = AbortSignal.timeout(this.timeoutMs);
    const signal = AbortSignal.any([this.signal, limit]);
    try {
      return await transport.send({
        method: 'GET',
        url,
        headers: { accept: ACCEPT, 'user-agent': 'feedctl-health' },
        body: undefined,
        signal,
      });
    } catch (error) {
      if (limit.aborted) throw tooSlow(url, this.timeoutMs);
      throw toNetworkError(error, url) ?? error;
    }
  }
}

function judge(address: string, { status, headers, text }: WireResponse): Problem | undefined {
  if (status === 402) {
    return { check: 'unpaid', detail: `${address} returned 402: the service requires payment.` };
  }
  if (status >= 300) return { check: 'unpublished', detail: `${address} returned ${status}.` };
  if (isHtml(headers['content-type'], text)) return { check: 'not-a-feed', detail: page(address) };
  if (!hasNotice(text)) return undefined;
  return { check: 'notice', detail: `${address} contains only a notice of the service.` };
}

/** True for HTML: an error page of a proxy may have status 200, and XHTML is no feed either. */
function isHtml(contentType: string | undefined, text: string): boolean {
  return (
    /^\s*(?:<!doctype html|<html[\s>])/i.test(text) || /^text\/html\b/i.test(contentType ?? '')
  );
}

function page(address: string): string {
  const { pathname } = new URL(address);
  return /^\/feed\/\w+$/.test(pathname)
    ? `${address} is the web page of the feed; the feed is at /feeds/….xml.`
    : `${address} returned a web page instead of a feed.`;
}

function isWebAddress(address: string): boolean {
  return /^https?:$/.test(parseUrl(address)?.protocol ?? '');
}

function tooSlow(url: URL, timeoutMs: number): NetworkError {
  const message = `${url.host} did not respond within ${timeoutMs / 1000} s.`;
  return new NetworkError(message, { kind: 'timeout', host: url.host });
}
